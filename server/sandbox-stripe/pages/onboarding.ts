import { html } from 'hono/html'
import type { World } from '../core/answer.ts'
import { createScope } from '../core/scope.ts'
import { defined } from '../core/values.ts'
import { initialRequirements, onboarded, writeAccount } from '../payments/account.ts'
import { closePage, findPage, type PublicPage } from '../payments/challenge.ts'
import { LINK_SECONDS } from '../resources/accounts.ts'
import { layout } from './layout.ts'

/** Requirements that stay open if a seller leaves the page early. */
export const leftOver = initialRequirements.filter((name) =>
  /verification|external_account/.test(name),
)

type PageResult = { to: string } | { show: ReturnType<typeof layout> }

/** An expired or used link redirects to the URL that creates a new one. */
export function onboardingPage(world: World, id: string): PageResult | null {
  const page = linkPage(world, id)
  if (!page) return null
  return isOver(world, page) ? { to: page.refresh_url } : { show: form(world, page) }
}

export function answerOnboarding(world: World, id: string, outcome: string): PageResult | null {
  const page = linkPage(world, id)
  if (!page) return null
  if (isOver(world, page)) return { to: page.refresh_url }
  const due = outcome === 'complete' ? [] : outcome === 'partial' ? leftOver : null
  world.db
    .transaction(() => {
      closePage(world.db, id, 'done')
      const scope = createScope(world, '')
      const account = scope.take('account', page.subject)
      if (due) writeAccount(scope, account, onboarded(account, due))
    })
    .immediate()
  return { to: page.return_url }
}

/** The page of an account link, which has both URLs. */
function linkPage(world: World, id: string) {
  const page = findPage(world.db, 'onboarding', id)
  return (
    page && {
      ...page,
      return_url: defined(page.return_url, 'return_url'),
      refresh_url: defined(page.refresh_url, 'refresh_url'),
    }
  )
}

const isOver = (world: World, { state, made }: PublicPage) =>
  state !== 'open' || made + LINK_SECONDS < Math.floor(world.clock.nowMs() / 1000)

function form(world: World, { subject }: PublicPage) {
  const account = createScope(world, '').take('account', subject)
  const due = account.requirements?.currently_due?.length ?? 0
  return layout(
    '販売者の登録（テストモード）',
    html`<h1>販売者の登録</h1>
      <p>本人確認や振込先を決済会社に届け出る画面のかわりです。何も入力しなくてかまいません。</p>
      <dl>
        <dt>アカウント</dt><dd>${subject}</dd>
        <dt>届け出ていない項目</dt><dd>${String(due)}件</dd>
      </dl>
      <form method="post">
        <input type="hidden" name="framed" value="" />
        <button class="main" name="outcome" value="complete">すべて届け出る</button>
        <button name="outcome" value="partial">一部を残して戻る</button>
        <button name="outcome" value="later">何もせずに戻る</button>
      </form>`,
  )
}
