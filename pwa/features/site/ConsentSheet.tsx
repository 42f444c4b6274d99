import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { consents, type PendingConsent } from '#contract/consents/calls.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { site } from '#contract/site/calls.ts'
import { keyOf, useCall, useLoad } from '#pwa/lib/api/api.ts'
import { clearErrors } from '#pwa/lib/api/last-error.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { longDate } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { clearRedirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Overlay } from '#pwa/ui/overlay/Overlay.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { RichText } from '#pwa/ui/RichText.tsx'
import css from './ConsentSheet.module.css'

/** New terms over the whole screen, to be accepted or not. Tickets and leaving the service stay accessible. */
export function ConsentSheet({ pending }: { pending: PendingConsent[] }) {
  const call = useCall()
  const client = useQueryClient()
  const session = useSession()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function agree() {
    if (busy) return
    setBusy(true)
    try {
      const texts = pending.map(({ slug, version }) => ({ slug, version }))
      const left = await call(consents.giveConsent, { body: { texts } })
      clearErrors()
      client.setQueryData(keyOf(consents.listConsents, {}), left)
      showToast('同意しました')
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : RETRY_LATER)
      await client.invalidateQueries({ queryKey: keyOf(consents.listConsents) })
    } finally {
      setBusy(false)
    }
  }
  async function logout() {
    const wasIn = await session.logout()
    clearRedirectAfterLogin()
    if (wasIn) void navigate(paths.home)
  }
  return (
    <Overlay label="規約の改定" onClose={() => {}}>
      <div className={css.sheet}>
        <h2>{pending.map(({ title }) => title).join('と')}が新しくなりました</h2>
        <p className="small">
          これからもお使いいただくために、内容をご確認のうえ、同意をお願いします。
        </p>
        {pending.map((text) => (
          <Reading key={text.slug} text={text} />
        ))}
        <FormProblem>{error}</FormProblem>
        <Button wide busy={busy} onClick={() => void agree()}>
          同意して続ける
        </Button>
        <Button wide variant="secondary" to={paths.ticketBox}>
          お持ちのチケットを見る
        </Button>
        <Button wide variant="quiet" onClick={() => void logout()}>
          ログアウトする
        </Button>
        <Button wide variant="plain" to={paths.unsubscribe}>
          退会の手続きへ進む
        </Button>
      </div>
    </Overlay>
  )
}

function Reading({ text: { slug, title, version, published_at } }: { text: PendingConsent }) {
  const loaded = useLoad(site.getText, { params: { slug } })
  return (
    <section className={css.text} aria-label={title}>
      <h3>{title}</h3>
      <p className="note muted">
        {longDate(published_at)} 第{version}版
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div className={css.words} tabIndex={0} role="group" aria-label={`${title}の本文`}>
        <Loaded of={loaded}>{({ body_html }) => <RichText html={body_html} />}</Loaded>
      </div>
    </section>
  )
}
