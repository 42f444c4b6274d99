import { type FormEvent, useState } from 'react'
import { CARD_WRONG } from '#contract/messages.ts'
import { CARD_NOT_AUTHENTICATED } from '#contract/paying-messages.ts'
import { payments } from '#contract/payments.ts'
import type { CardDesk, PaymentDesk } from '#pwa/adapters/card-desk.ts'
import { useSend } from '#pwa/lib/api.ts'
import { useSession } from '#pwa/lib/session.tsx'
import { Button } from '#pwa/ui/Button.tsx'
import { Card } from '#pwa/ui/Card.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { showToast } from '#pwa/ui/toast.ts'
import { CardFields } from './CardFields.tsx'
import { NoDesk } from './NoDesk.tsx'
import { usePaymentDesk } from './usePaymentDesk.ts'

/** Keeps another card: its fields, its bank's question, and then it stands in the list. */
export function NewCard() {
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <Button wide variant="secondary" icon="plus" onClick={() => setOpen(true)}>
        カードを追加する
      </Button>
    )
  return <NewCardForm onClose={() => setOpen(false)} />
}

function NewCardForm({ onClose }: { onClose: () => void }) {
  const { desk, retry } = usePaymentDesk(true)
  const [cards, setCards] = useState<CardDesk | null>(null)
  const { save, busy, error } = useSaving(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (desk && cards && !busy) void save(desk, cards)
  }
  return (
    <Section title="カードを追加する">
      <Card padded>
        <form className="stack" onSubmit={submit} noValidate>
          {retry && <NoDesk onRetry={retry} />}
          {desk && <CardFields desk={desk} onReady={setCards} error={error} />}
          <Button type="submit" wide busy={busy} disabled={!cards}>
            このカードを登録する
          </Button>
          <Button wide variant="quiet" size="s" onClick={onClose} disabled={busy}>
            キャンセル
          </Button>
        </form>
      </Card>
    </Section>
  )
}

function useSaving(onDone: () => void) {
  const session = useSession()
  const { mutateAsync: send } = useSend(payments.saveCard, { refresh: [payments.listCards] })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function keep(desk: PaymentDesk, cards: CardDesk) {
    const body = { token: await cards.createToken() }
    const { setupIntent } = await send({ body })
    if (!setupIntent) return
    if (!(await desk.confirmSetup(setupIntent.client_secret)))
      throw new Error(CARD_NOT_AUTHENTICATED)
    await send({ body })
  }
  async function save(desk: PaymentDesk, cards: CardDesk) {
    setBusy(true)
    setError(null)
    try {
      await keep(desk, cards)
      await session.reload()
      showToast('カードを登録しました')
      onDone()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : CARD_WRONG)
    } finally {
      setBusy(false)
    }
  }
  return { save, busy, error }
}
