import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { GUARDIAN_NEEDED, TERMS_UNCHECKED } from '#contract/auth/messages.ts'
import { type ConfirmationLine, guardianLine } from '#contract/orders/confirmation.ts'
import { GUARDIAN_AGREES, GUARDIAN_BEFORE_PAYING } from '#contract/payments/messages.ts'
import { statementLine } from '#contract/payments/statement.ts'
import type { CardForm } from '#pwa/adapters/payment-form.ts'
import { CardFields } from '#pwa/features/payments/CardFields.tsx'
import { NoPaymentForm } from '#pwa/features/payments/NoPaymentForm.tsx'
import { SavedCardChoice } from '#pwa/features/payments/SavedCardChoice.tsx'
import type { usePaymentForm } from '#pwa/features/payments/usePaymentForm.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { focusFirstError } from '#pwa/lib/forms/focus-first-error.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Paused, usePaused } from '#pwa/load/Paused.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import css from './Checkout.module.css'
import { PayerFields } from './PayerFields.tsx'
import { usePayer } from './usePayer.ts'
import type { PurchaseStep } from './usePurchase.ts'

interface CheckoutProps {
  /** The product is not free. */
  paid: boolean
  /** The room whose page has the seller's details, as the law requires. */
  room: string
  fetched: ReturnType<typeof usePaymentForm>
  /** The lines of the final confirmation. */
  lines: ConfirmationLine[]
  /** What is promised about each product, if there are several. */
  terms?: { title: string; lines: ConfirmationLine[] }[] | undefined
  /** The label of the button: the total and the action. */
  price: string | undefined
  action: string
  step: PurchaseStep
  onPay: (cards: CardForm | null, guardian: boolean) => void
  /** Checks the further settings before anything is paid; false shows their errors. */
  validate?: (() => boolean) | undefined
  /** Another product is bought after the one that is being paid: the form has to stay open. */
  hasMore?: boolean
  /** A month of a membership: a minor's guardian agreed to it when it began. */
  isRenewal?: boolean
  onCancel: () => void
  /** Called with whether the form for a new card is shown. */
  isNew: boolean
  onNew: (isNew: boolean) => void
  /** Whether a new card is saved: the buyer's choice, except for a membership, which is renewed with it. */
  keeping: 'membership' | { isKept: boolean; onKeep: (isKept: boolean) => void }
  /** Further settings, above the terms. */
  children?: ReactNode
}

/** The order's confirmation: product, price, card and terms; then one button. */
export function Checkout(props: CheckoutProps) {
  const { paid, room, fetched, lines, terms, price, action, step, isNew, onNew, onCancel } = props
  const { paymentForm, retry } = fetched
  const form = useCheckoutForm(props)
  const saved = useUser()?.mainCard ?? null
  const error = step.at === 'form' ? step.error : null
  return (
    <form className={css.checkout} onSubmit={(event) => void form.submit(event)} noValidate>
      {retry && <NoPaymentForm onRetry={retry} />}
      {paymentForm && isNew && (
        <NewCard
          paymentForm={paymentForm}
          onReady={form.setCards}
          onLost={form.setNoCards}
          error={error}
          keeping={props.keeping}
          busy={form.busy}
        />
      )}
      <PayerFields payer={form.payer} />
      <Facts
        boxed
        label="最終確認"
        facts={[
          ...lines,
          ...(paid ? [statementLine(room)] : []),
          ...(form.asksGuardian ? [guardianLine] : []),
        ].map(({ label, text }, at) => ({
          term: label,
          value: text,
          strong: at === 0,
        }))}
      />
      {terms?.map((part) => (
        <section key={part.title}>
          <h3>{part.title}</h3>
          <Facts
            boxed
            label={part.title}
            facts={part.lines.map(({ label, text }) => ({ term: label, value: text }))}
          />
        </section>
      ))}
      {paymentForm && !isNew && saved && <SavedCardChoice {...saved} />}
      {error && !(paymentForm && isNew) && <FieldError id="checkout-error">{error}</FieldError>}
      {paid && <SellerNote room={room} />}
      {props.children}
      <div className={css.foot}>
        {form.asksGuardian && (
          <Toggle
            label={GUARDIAN_AGREES}
            hint={GUARDIAN_BEFORE_PAYING}
            checked={form.guardian}
            onChange={form.setGuardian}
            error={form.unchecked && !form.guardian ? GUARDIAN_NEEDED : null}
            disabled={form.busy}
          />
        )}
        <Terms
          agreed={form.agreed}
          onAgree={form.agree}
          unchecked={form.unchecked && !form.agreed}
        />
        {step.at === 'paying' && step.crowded && <Crowded />}
        {step.at === 'waiting' && <Waiting hasMore={props.hasMore ?? false} />}
        {form.paused && <Paused name="purchase" />}
        <Button
          type="submit"
          wide
          disabled={form.paused || form.isLost}
          {...(price && { price })}
          busy={form.busy || !(form.isReady || form.isLost)}
          variant={form.agreed ? 'primary' : 'plain'}
        >
          {form.agreed ? action : '条項に同意すると進めます'}
        </Button>
      </div>
      <div className={css.lower}>
        {paymentForm && saved && (
          <Button variant="quiet" size="s" onClick={() => onNew(!isNew)} disabled={form.busy}>
            {isNew ? '登録済みのカード' : '新しいカードを使う'}
          </Button>
        )}
        <Button variant="quiet" size="s" onClick={onCancel}>
          キャンセル
        </Button>
      </div>
    </form>
  )
}

/** Whether the form can be sent, and what the user has filled in. */
function useCheckoutForm(props: CheckoutProps) {
  const { paid, fetched, step, isNew, onPay, isRenewal, validate } = props
  const { paymentForm, retry } = fetched
  const [cards, setCards] = useState<CardForm | null>(null)
  const [noCards, setNoCards] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const [unchecked, setUnchecked] = useState(false)
  const [guardian, setGuardian] = useState(false)
  const payer = usePayer(paid)
  const asksGuardian = paid && !isRenewal && payer.isMinor
  const [isSaving, setSaving] = useState(false)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const paused = usePaused('purchase') && paid
  const busy = step.at !== 'form' || isSaving
  const isReady = !paid || (paymentForm !== null && (!isNew || cards !== null))
  return {
    setCards,
    setNoCards,
    agreed,
    asksGuardian,
    guardian,
    setGuardian,
    /** What the first payment asks of the person. */
    payer,
    /** The form was submitted without a consent that it needs. */
    unchecked,
    paused,
    busy,
    isReady,
    /** The payment form could not be loaded. */
    isLost: retry !== null || noCards,
    agree(yes: boolean) {
      setAgreed(yes)
      setUnchecked(false)
    },
    async submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (!agreed || (asksGuardian && !guardian)) return setUnchecked(true)
      if (busy || paused || !isReady) return
      const form = event.currentTarget
      if (validate && !validate()) return focusFirstError(form)
      setSaving(true)
      const isKnown = await payer.save(guardian)
      // Cancelled meanwhile: nothing is paid.
      if (!isOpen.current) return
      flushSync(() => setSaving(false))
      if (isKnown) onPay(isNew ? cards : null, guardian)
      else focusFirstError(form)
    },
  }
}

type NewCardProps = ComponentProps<typeof CardFields> &
  Pick<CheckoutProps, 'keeping'> & { busy: boolean }

const NewCard = ({ keeping, busy, ...props }: NewCardProps) => (
  <>
    <CardFields {...props} />
    {keeping === 'membership' ? (
      <p className="note muted">
        参加費の更新に使うため、このカードは保存されます。ほかのお支払いにも使えます。
      </p>
    ) : (
      <Toggle
        label="このカードを保存して、次のお支払いにも使う"
        checked={keeping.isKept}
        onChange={keeping.onKeep}
        disabled={busy}
      />
    )}
  </>
)

const SellerNote = ({ room }: { room: string }) => (
  <p className="note muted">
    販売者は、このルームのオーナーです。
    <Link className="link" to={paths.seller(room)} target="_blank">
      特定商取引法に基づく表記
    </Link>
  </p>
)

interface TermsProps {
  agreed: boolean
  unchecked: boolean
  onAgree: (yes: boolean) => void
}

const Terms = ({ agreed, unchecked, onAgree }: TermsProps) => (
  <Toggle
    label={
      <>
        <Link className="link" to={paths.terms} target="_blank">
          サービス条項
        </Link>
        に同意する
      </>
    }
    checked={agreed}
    onChange={onAgree}
    error={unchecked ? TERMS_UNCHECKED : null}
  />
)

const Crowded = () => (
  <Alert role="status">
    混み合っています。順番にお手続きしています…
    <br />
    この画面のまま、しばらくお待ちください。
  </Alert>
)

const Waiting = ({ hasMore }: { hasMore: boolean }) => (
  <Alert role="status">
    お支払いを確認しています。1分ほどかかることがあります。
    {hasMore
      ? 'チケットの手続きが残っています。この画面のまま、お待ちください。'
      : 'この画面を閉じても、手続きは続きます。'}
  </Alert>
)
