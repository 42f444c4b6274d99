/** Served as files, since the content security policy forbids inline code. */
export const assets: Record<string, { type: string; text: string }> = {
  'page.css': {
    type: 'text/css; charset=utf-8',
    text: `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 16px;
  font: 16px/1.7 system-ui, "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", sans-serif;
  color: light-dark(#1f2328, #eceef1); background: light-dark(#f4f5f7, #14161a);
}
main {
  width: 100%; max-width: 420px; padding: 24px; border-radius: 16px;
  background: light-dark(#fff, #1e2127); border: 1px solid light-dark(#dfe2e6, #343942);
}
.test {
  display: inline-block; margin: 0; padding: 2px 12px; border-radius: 99px; font-size: 14px;
  font-weight: 700; color: #4a2c00; background: #ffd479;
}
.note { margin: 8px 0 20px; font-size: 14px; color: light-dark(#59616b, #a7afba); }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.4; }
p { margin: 0 0 16px; }
dl { margin: 0 0 20px; display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; }
dt { color: light-dark(#59616b, #a7afba); }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
form { display: grid; gap: 12px; }
button, .button {
  min-height: 48px; padding: 10px 16px; border-radius: 12px; font: inherit; font-weight: 700;
  text-align: center; text-decoration: none; cursor: pointer;
  border: 1px solid light-dark(#1f2328, #eceef1); color: inherit; background: transparent;
}
button.main { color: light-dark(#fff, #14161a); background: light-dark(#1f2328, #eceef1); }
:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px; }
`,
  },
  'page.js': {
    type: 'text/javascript; charset=utf-8',
    text: `
const framed = window.parent !== window
for (const { elements } of document.forms)
  if (elements.framed) elements.framed.value = framed ? '1' : ''
const done = document.querySelector('[data-intent]')
if (done && framed)
  window.parent.postMessage(
    {
      type: 'sandbox-stripe:challenge',
      intent: done.dataset.intent,
      outcome: done.dataset.outcome,
    },
    location.origin,
  )
`,
  },
}
