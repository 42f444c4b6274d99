import { html } from 'hono/html'

/** Relative, since the prefix of `/challenge/…` is unknown. */
const ASSETS = '../assets'

export const layout = (title: string, body: ReturnType<typeof html>) => html`<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="stylesheet" href="${ASSETS}/page.css" />
    <script src="${ASSETS}/page.js" defer></script>
  </head>
  <body>
    <main>
      <p class="test">テストモード</p>
      <p class="note">これは練習用の画面です。実際のカードや口座は使われず、お金は動きません。</p>
      ${body}
    </main>
  </body>
</html>`
