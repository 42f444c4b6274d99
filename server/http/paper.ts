import { html } from 'hono/html'

type Html = ReturnType<typeof html>

/** A page of its own to be printed: no script, and its style in a file beside it. Absolute, for it may be kept and opened elsewhere. */
export const paper = async (siteUrl: string, title: string, body: Html): Promise<string> =>
  String(
    await html`<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${siteUrl}/paper.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`,
  )
