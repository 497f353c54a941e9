/* Tells the server which zone this device's clock is in, so that times are shown as they are read on the wall; on
   the first page, which came before it was told, it writes them itself.
   Knows nothing of cards or scores; every page works without it. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.split("; ").includes(`tz=${zone}`)) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `tz=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  for (const time of document.querySelectorAll("time[datetime]")) {
    const day = time.dataset.style === "full" ? { dateStyle: "medium" } : {};
    const write = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short", ...day });
    time.textContent = write.format(new Date(time.dateTime));
  }
}
