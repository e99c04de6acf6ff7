// Search runs in a Worker, which browsers refuse to a page that was opened from disk: there its
// script runs in a frame.
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.hidden = true;
      const { contentWindow: inside, contentDocument: text } = frame;
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = () => {};
      const script = text.createElement("script");
      script.src = url;
      this.loaded = new Promise(resolve => { script.onload = resolve; });
      text.body.appendChild(script);
      this.postMessage = data => this.loaded.then(
        () => inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
