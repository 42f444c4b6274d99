import { type FormEvent, useState } from 'react'
import { payments } from '#contract/payments/calls.ts'
import { CARD_NOT_AUTHENTICATED, CARD_WRONG } from '#contract/payments/messages.ts'
import type { CardForm, PaymentForm } from '#pwa/adapters/payment-form.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { CardFields } from './CardFields.tsx'
import { NoPaymentForm } from './NoPaymentForm.tsx'
import { usePaymentForm } from './usePaymentForm.ts'

/** Saves a new card, with 3-D Secure if the bank requires it. */
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
  const { paymentForm, retry } = usePaymentForm(true)
  const [cards, setCards] = useState<CardForm | null>(null)
  const { save, busy, error } = useSaving(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (paymentForm && cards && !busy) void save(paymentForm, cards)
  }
  return (
    <Section title="カードを追加する">
      <Card padded>
        <form className="stack" onSubmit={submit} noValidate>
          {retry && <NoPaymentForm onRetry={retry} />}
          {paymentForm && <CardFields paymentForm={paymentForm} onReady={setCards} error={error} />}
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

  async function saveCard(paymentForm: PaymentForm, cards: CardForm) {
    const body = { token: await cards.createToken() }
    const { setupIntent } = await send({ body })
    if (!setupIntent) return
    if (!(await paymentForm.confirmSetup(setupIntent.client_secret)))
      throw new Error(CARD_NOT_AUTHENTICATED)
    await send({ body })
  }
  async function save(paymentForm: PaymentForm, cards: CardForm) {
    setBusy(true)
    setError(null)
    try {
      await saveCard(paymentForm, cards)
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
