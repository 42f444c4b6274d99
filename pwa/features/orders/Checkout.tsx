import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { GUARDIAN_NEEDED, TERMS_UNCHECKED } from '#contract/auth/messages.ts'
import { type ConfirmationLine, guardianLine } from '#contract/orders/confirmation.ts'
import { GUARDIAN_AGREES, GUARDIAN_BEFORE_PAYING } from '#contract/payments/messages.ts'
import { statementLine } from '#contract/payments/statement.ts'
import type { TokenSource, WalletSale } from '#pwa/adapters/payment-form.ts'
import { CardFields } from '#pwa/features/payments/CardFields.tsx'
import { NoPaymentForm } from '#pwa/features/payments/NoPaymentForm.tsx'
import { SavedCardChoice } from '#pwa/features/payments/SavedCardChoice.tsx'
import type { usePaymentForm } from '#pwa/features/payments/usePaymentForm.ts'
import { WalletButtons } from '#pwa/features/payments/WalletButtons.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Paused } from '#pwa/load/Paused.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import css from './Checkout.module.css'
import { PayerFields } from './PayerFields.tsx'
import { useCheckoutForm } from './useCheckoutForm.ts'
import type { Consents, PurchaseStep } from './usePurchase.ts'

export interface CheckoutProps {
  /** The product is not free. */
  paid: boolean
  /** It is paid in a convenience store: no card is asked for. */
  inStore?: boolean
  /** The choice of the means of payment, if there is one. */
  methods?: ReactNode
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
  /** What a wallet on this device would pay. */
  wallet: WalletSale
  /** `from`: the new card or the wallet; null for a saved card. */
  onPay: (from: TokenSource | null, consents: Consents) => void
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
  const { paid, room, step, isNew, onNew, onCancel, inStore = false } = props
  const { paymentForm, retry } = inStore ? NO_CARD : props.fetched
  const form = useCheckoutForm(props)
  const saved = useUser()?.mainCard ?? null
  const error = step.at === 'form' ? step.error : null
  return (
    <form ref={form.place} className={css.checkout} onSubmit={form.submit} noValidate>
      {props.methods}
      {paymentForm && (
        <WalletButtons
          paymentForm={paymentForm}
          sale={props.wallet}
          onPress={form.isComplete}
          onToken={form.payByWallet}
        />
      )}
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
      <Confirmation {...props} asksGuardian={form.asksGuardian} />
      {paymentForm && !isNew && saved && <SavedCardChoice {...saved} />}
      {error && !(paymentForm && isNew) && <FieldError id="checkout-error">{error}</FieldError>}
      {paid && <SellerNote room={room} />}
      {props.children}
      <Consent {...props} form={form} />
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

const NO_CARD = { paymentForm: null, retry: null }

type ConfirmationProps = Pick<CheckoutProps, 'paid' | 'inStore' | 'room' | 'lines' | 'terms'> & {
  asksGuardian: boolean
}

/** The final confirmation: the product, the price and the conditions. */
const Confirmation = ({ paid, inStore, room, lines, terms, asksGuardian }: ConfirmationProps) => (
  <>
    <Facts
      boxed
      label="最終確認"
      facts={[
        ...lines,
        ...(paid && !inStore ? [statementLine(room)] : []),
        ...(asksGuardian ? [guardianLine] : []),
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
  </>
)

type ConsentProps = Pick<CheckoutProps, 'step' | 'hasMore' | 'price' | 'action'> & {
  form: ReturnType<typeof useCheckoutForm>
}

/** The buyer's agreement, what happens meanwhile, and the button that pays. */
const Consent = ({ step, hasMore = false, price, action, form }: ConsentProps) => (
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
    <Terms agreed={form.agreed} onAgree={form.agree} unchecked={form.unchecked && !form.agreed} />
    {step.at === 'paying' && step.crowded && <Crowded />}
    {step.at === 'waiting' && <Waiting hasMore={hasMore} />}
    {form.paused && <Paused name="purchase" />}
    <Button
      type="submit"
      wide
      disabled={form.paused || form.isLost}
      {...(price && { price })}
      busy={form.busy || !(form.isReady || form.isLost)}
      variant={form.agreed ? 'primary' : 'plain'}
    >
      {form.agreed ? action : '利用規約に同意すると進めます'}
    </Button>
  </div>
)

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
          利用規約（サービス条項）
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
