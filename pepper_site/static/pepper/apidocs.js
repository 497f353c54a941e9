/* Tells the description of the API whether it is dark here; what draws it knows a class only. */
const { scheme } = document.documentElement.dataset;
const isDark = matchMedia("(prefers-color-scheme: dark)");
const show = () => document.documentElement.classList.toggle("dark-mode", scheme ? scheme === "dark" : isDark.matches);
isDark.addEventListener("change", show);
show();
