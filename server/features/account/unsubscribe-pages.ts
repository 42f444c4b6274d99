import type * as z from 'zod'
import { escaped } from '#contract/lib/markup.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { unsubscribing } from '#contract/unsubscribing/calls.ts'
import { shapes } from '#contract/unsubscribing/shapes.ts'
import { newNotificationSetting } from '#server/features/auth/new-user.ts'
import { notFound } from '#server/http/api-error.ts'
import { routes } from '#server/http/routes.ts'
import { isUnsubscribeUrl, unsubscribeUrl } from '#server/http/unsubscribe-url.ts'
import type { Deps } from '#server/process/deps.ts'
import { findNotification, saveNotification } from './queries.ts'

type UnsubscribeQuery = z.output<(typeof shapes)['unsubscribe']['query']>

const KINDS: Record<UnsubscribeQuery['kind'], string> = { event_reminder: 'イベント開始のお知らせ' }

/** Unsubscribe links: stop one kind of email without a login. */
export function unsubscribingRoutes(deps: Deps) {
  function assertSigned(query: UnsubscribeQuery) {
    if (!isUnsubscribeUrl(deps, query)) throw notFound()
  }
  return routes(unsubscribing, shapes, {
    async askUnsubscribe({ query }) {
      assertSigned(query)
      const { pathname, search } = new URL(unsubscribeUrl(deps, query.id, query.kind))
      return page(
        `${KINDS[query.kind]}のメールを停止しますか？`,
        `<form method="post" action="${escaped(pathname + search)}"><button>停止する</button></form>`,
      )
    },
    async unsubscribe({ query }) {
      assertSigned(query)
      const setting = await findNotification(deps.db, query.id)
      // A deleted account has no setting and gets no email anyway.
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

/** Standalone page, since mail programs open it in any browser. */
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
<p><a href="/account/setting/account_config">通知の設定を開く</a></p>
</main>
</body>
</html>
`
