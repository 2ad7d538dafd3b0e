const canSubscribe = "PushManager" in window && "Notification" in window && "serviceWorker" in navigator;
/** iPhones can only subscribe from the home screen, and the panel says so. */
if (canSubscribe || "standalone" in navigator) document.documentElement.classList.add("push");

addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest(".bell"))
    import("./push-panel.ts").then(({ openPanel }) => openPanel()).catch(console.error); // the next press retries
});
