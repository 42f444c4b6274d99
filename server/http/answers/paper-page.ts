import { html, raw } from 'hono/html'

/**
 * The page of receipts and invoices, to be shown in a frame, printed or saved. Its style is a file: the CSP forbids
 * inline styles. `papers` is HTML.
 */
export const paperPage = (title: string, papers: string) =>
  String(html`<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/receipt.css">
</head>
<body>
${raw(papers)}
</body>
</html>
`)
