/* Tells the server which zone this phone's clock is in, so that times are shown as they are read on the wall.
   Knows nothing of cards or scores; every page works without it. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.split("; ").includes(`tz=${zone}`)) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `tz=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
