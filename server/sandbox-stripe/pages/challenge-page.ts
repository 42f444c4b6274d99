import { html } from 'hono/html'
import type { World } from '../core/answer.ts'
import type { Kinds } from '../core/kinds.ts'
import { createScope, type Scope } from '../core/scope.ts'
import { afterChallenge } from '../payments/attempt.ts'
import { closePage, findPage, type PublicPage } from '../payments/challenge.ts'
import { afterSetupChallenge } from '../payments/setup.ts'
import { layout } from './layout.ts'

type Intent = Kinds['payment_intent'] | Kinds['setup_intent']
export type Outcome = 'authenticated' | 'failed'

/** The issuer's authentication page. */
export function challengePage(world: World, id: string) {
  const challenge = look(world, id)
  if (!challenge) return null
  const { intent, page } = challenge
  return page.state === 'open' && intent.status === 'requires_action'
    ? question(intent)
    : ended(intent, page)
}

/** Handles the cardholder's answer; a second one has no effect. Returns a redirect or a page. */
export function answerChallenge(
  world: World,
  id: string,
  outcome: Outcome,
  framed: boolean,
): { to: string } | { show: ReturnType<typeof layout> } | null {
  const challenge = look(world, id)
  if (!challenge) return null
  const intent = world.db.transaction(() => settle(world, challenge.page, outcome)).immediate()
  const page = findPage(world.db, 'challenge', id) ?? challenge.page
  return framed || page.return_url === null
    ? { show: ended(intent, page) }
    : { to: returnAddress(page.return_url, intent) }
}

function look(world: World, id: string): { page: PublicPage; intent: Intent } | null {
  const page = findPage(world.db, 'challenge', id)
  if (!page) return null
  return { page, intent: intentOf(createScope(world, page.account), page) }
}

const intentOf = (scope: Scope, { subject }: PublicPage): Intent =>
  scope.find('payment_intent', subject) ?? scope.take('setup_intent', subject)

function settle(world: World, page: PublicPage, outcome: Outcome): Intent {
  const scope = createScope(world, page.account)
  const intent = intentOf(scope, page)
  const isOpen = findPage(world.db, 'challenge', page.id)?.state === 'open'
  if (!isOpen || intent.status !== 'requires_action') return intent
  closePage(world.db, page.id, outcome)
  const passed = outcome === 'authenticated'
  return intent.object === 'payment_intent'
    ? afterChallenge(scope, intent, passed)
    : afterSetupChallenge(scope, intent, passed)
}

/** Appends the parameters that Stripe adds to the return URL. */
function returnAddress(to: string, intent: Intent): string {
  const url = new URL(to)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '')
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return url.href
}

const question = (intent: Intent) =>
  layout(
    'カードの本人認証（テストモード）',
    html`<h1>カードの本人認証</h1>
      <p>カード会社の確認画面（3Dセキュア）のかわりです。どちらにするか選んでください。</p>
      ${
        intent.object === 'payment_intent'
          ? html`<dl><dt>お支払い金額</dt><dd>${intent.amount.toLocaleString('ja-JP')}円</dd></dl>`
          : html`<dl><dt>内容</dt><dd>カードの登録</dd></dl>`
      }
      <form method="post">
        <input type="hidden" name="framed" value="" />
        <button class="main" name="outcome" value="authenticated">認証する</button>
        <button name="outcome" value="failed">失敗させる</button>
      </form>`,
  )

function ended(intent: Intent, page: PublicPage) {
  const outcome: Outcome = page.state === 'authenticated' ? 'authenticated' : 'failed'
  const to = page.return_url === null ? null : returnAddress(page.return_url, intent)
  return layout(
    '本人認証が終わりました（テストモード）',
    html`<h1>${outcome === 'authenticated' ? '認証しました' : '認証は失敗しました'}</h1>
      <p data-intent="${intent.id}" data-outcome="${outcome}">
        ${to ? '元の画面に戻って続けてください。' : 'この画面は閉じてかまいません。'}
      </p>
      ${to ? html`<a class="button" href="${to}">元の画面に戻る</a>` : ''}`,
  )
}
