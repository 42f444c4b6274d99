import type * as z from 'zod'
import { SITE_TITLE } from '#contract/limits.ts'
import { escaped } from '#contract/markup.ts'
import { shapes } from '#contract/unsubscribing.schema.ts'
import { unsubscribing } from '#contract/unsubscribing.ts'
import { newNotificationSetting } from '#server/features/auth/new-user.ts'
import { notFound } from '#server/http/refusal.ts'
import { routes } from '#server/http/routes.ts'
import { unsubscribeUrls } from '#server/http/unsubscribe-url.ts'
import type { Deps } from '#server/process/deps.ts'
import { findNotification, saveNotification } from './queries.ts'

type Asked = z.output<(typeof shapes)['unsubscribe']['query']>

const KINDS: Record<Asked['kind'], string> = { event_reminder: 'イベントのリマインダー' }

/** Stops a kind of mail without a login, for whoever has the link of one. */
export function unsubscribingRoutes(deps: Pick<Deps, 'db' | 'secrets' | 'config'>) {
  const { isOurs, urlOf } = unsubscribeUrls(deps)
  function demandOurs(asked: Asked) {
    if (!isOurs(asked)) throw notFound()
  }
  return routes(unsubscribing, shapes, {
    async askUnsubscribe({ query }) {
      demandOurs(query)
      const { pathname, search } = new URL(urlOf(query.id, query.kind))
      return page(
        `${KINDS[query.kind]}のメールを停止しますか？`,
        `<form method="post" action="${escaped(pathname + search)}"><button>停止する</button></form>`,
      )
    },
    async unsubscribe({ query }) {
      demandOurs(query)
      const setting = await findNotification(deps.db, query.id)
      // Whoever has left gets no mail anyway.
      if (setting !== undefined)
        await saveNotification(deps.db, {
          ...(setting ?? newNotificationSetting(query.id)),
          [query.kind]: 0,
        })
      return page(
        `${KINDS[query.kind]}のメールを停止しました`,
        '<p>受け取りは、「アカウントと通知」の設定からいつでも再開できます。</p>',
      )
    },
  })
}

/** Stands by itself: mail programs open it anywhere. */
const page = (title: string, more: string) => `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}・${SITE_TITLE}</title>
<link rel="stylesheet" href="/plain-page.css">
</head>
<body>
<main>
<h1>${title}</h1>
${more}
<p><a href="/account/setting/account_config">通知の設定をひらく</a></p>
</main>
</body>
</html>
`
