// Before the first paint, so that a page that was made dark does not flash.
try {
  const kept = JSON.parse(localStorage.getItem("railbird-preferences") ?? "{}");
  for (const [name, value] of Object.entries(kept)) document.documentElement.dataset[name] = String(value);
} catch {
  // Without storage the page follows the system.
}
{
  const { theme } = document.documentElement.dataset;
  const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.look = isDark ? "dark" : "light";
}
