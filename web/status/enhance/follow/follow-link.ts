/** Where "Get updates" leads to a form, its ways are shown where it is pressed. Browsers without popovers follow the link. */
addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(".follow-link");
  if (!(link && "popover" in link) || link.pathname !== "/subscribe") return;
  if (location.pathname === link.pathname || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  import("./follow-panel.ts")
    .then(({ toggleFollowPanel }) => toggleFollowPanel(link))
    .catch((error) => {
      console.error(error);
      location.assign(link.href);
    });
});
