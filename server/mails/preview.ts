import { createServer } from 'node:http'
import { escaped } from '#contract/lib/markup.ts'
import { emailCopyOf } from './copy.ts'
import { asHtml, asText } from './layout.ts'
import { sampleEmails, sampleObject } from './sample-emails.ts'

/**
 * Preview of every email for developers: a separate program, started by `npm run dev`. It is not part of the server,
 * so no setting can expose it.
 */
const SITE_URL = `http://localhost:${process.env.PORT ?? '3000'}`
const port = Number(process.env.MAILS_PORT ?? 3040)

const mails = sampleEmails.map((email) => {
  const copy = emailCopyOf(email, SITE_URL, sampleObject(email))
  return { letter: email, words: copy, text: asText(copy, SITE_URL), html: asHtml(copy, SITE_URL) }
})

const page = (title: string, body: string) => `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
body { margin: 24px; font: 15px/1.7 sans-serif; }
pre { padding: 16px; background: #f3f5f5; white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { width: 100%; height: 720px; border: 1px solid #dde5e3; }
.both { display: grid; grid-template-columns: repeat(auto-fit, minmax(340px, 1fr)); gap: 16px; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${body}
</body>
</html>
`

const list = () =>
  page(
    'メールの一覧',
    `<ol start="0">${mails
      .map(
        ({ letter: email, words: copy }, n) =>
          `<li><a href="/${n}">${escaped(copy.subject)}</a> <code>${email.letter}</code></li>`,
      )
      .join('\n')}</ol>`,
  )

const one = ({ words: copy, text, html }: (typeof mails)[number]) =>
  page(
    copy.subject,
    `<p><a href="/">一覧へ</a></p>
<div class="both">
<iframe sandbox title="HTML" srcdoc="${escaped(html)}"></iframe>
<pre>${escaped(text)}</pre>
</div>`,
  )

createServer((request, response) => {
  const mail = mails[Number(request.url?.slice(1))]
  const isList = request.url === '/'
  response.writeHead(isList || mail ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
  response.end(isList ? list() : mail ? one(mail) : page('404', ''))
}).listen(port, '127.0.0.1')
