import type {
  Stripe,
  StripeElementStyle,
  StripeElementsOptionsMode,
  StripeError,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { Unreachable } from '#contract/http/caller.ts'
import { CARD_WRONG } from '#contract/payments/messages.ts'
import { paths } from '#pwa/lib/paths.ts'
import { withoutModals } from './dialog-stacking.ts'
import {
  type CardForm,
  type CardPart,
  CardRefused,
  type PaymentForm,
  type WalletSale,
} from './payment-form.ts'

const LOCALE = 'ja'
const CURRENCY = 'jpy'
/** Height of our own buttons. */
const BUTTON_HEIGHT_PX = 48
const ELEMENTS = { number: 'cardNumber', expiry: 'cardExpiry', cvc: 'cardCvc' } as const

async function open(key: string, account?: string): Promise<Stripe> {
  const stripe = await loadStripe(key, {
    locale: LOCALE,
    ...(account && { stripeAccount: account }),
  }).catch((error: unknown) => {
    throw new Unreachable(error)
  })
  if (!stripe) throw new Unreachable('the payment provider could not be loaded')
  return stripe
}

/** Whether the payment succeeded. Throws for a network or API error, which is no answer of the bank. */
function agreed(status: string | undefined, error: StripeError | undefined): boolean {
  if (error && UNANSWERED.includes(error.type)) throw new Unreachable(error.message)
  return status === 'succeeded'
}

const UNANSWERED = ['api_connection_error', 'api_error']

/** The provider's iframes do not inherit our colors. */
function styleOf(): StripeElementStyle {
  const look = getComputedStyle(document.documentElement)
  const colour = (name: string) => look.getPropertyValue(name).trim()
  return {
    base: {
      color: colour('--ink'),
      fontSize: '16px',
      iconColor: colour('--muted'),
      '::placeholder': { color: colour('--muted') },
    },
    invalid: { color: colour('--live-ink'), iconColor: colour('--live-ink') },
  }
}

const walletOptions = ({ amount, monthly }: WalletSale): StripeElementsOptionsMode => ({
  locale: LOCALE,
  mode: monthly === null ? 'payment' : 'subscription',
  amount,
  currency: CURRENCY,
  paymentMethodCreation: 'manual',
  allowedPaymentMethodTypes: ['card'],
})

/** Apple keeps the card of a monthly payment when the phone changes, and shows where it is ended. */
const monthlyRequest = (title: string, amount: number) => ({
  recurringPaymentRequest: {
    paymentDescription: title,
    managementURL: location.origin + paths.registeredRooms,
    regularBilling: { amount, label: '参加費', recurringPaymentIntervalUnit: 'month' as const },
  },
})

type OnChange = (change: { error?: { message: string } | undefined }) => void

async function openCards(key: string): Promise<CardForm> {
  const stripe = await open(key)
  const elements = stripe.elements({ locale: LOCALE })
  const style = styleOf()
  // The three kinds of element have methods of different types.
  const make = (part: CardPart, placeholder: string, onChange: OnChange) => {
    const look = { style, placeholder }
    if (part === 'number')
      return elements.create('cardNumber', { ...look, showIcon: true }).on('change', onChange)
    return part === 'expiry'
      ? elements.create('cardExpiry', look).on('change', onChange)
      : elements.create('cardCvc', look).on('change', onChange)
  }
  return {
    field(part, { placeholder }, onError) {
      const element = make(part, placeholder, ({ error }) => onError(error?.message ?? null))
      return {
        mount(place) {
          element.mount(place)
          return () => element.destroy()
        },
        focus: () => element.focus(),
        // The provider's iframe marks the error itself.
        mark: () => {},
      }
    },
    async createToken() {
      const number = elements.getElement(ELEMENTS.number)
      if (!number) throw new CardRefused(CARD_WRONG)
      const { token, error } = await stripe.createToken(number)
      if (!token) throw new CardRefused(error?.message ?? CARD_WRONG)
      return token.id
    },
  }
}

/**
 * The card of a wallet is created on the platform, as a typed one is, and shared with the seller by the server: one
 * registered domain is enough for all sellers.
 */
async function mountWallets(
  key: string,
  ...[place, sale, { onReady, onPress, onToken }]: Parameters<PaymentForm['mountWallets']>
): ReturnType<PaymentForm['mountWallets']> {
  const stripe = await open(key)
  const elements = stripe.elements(walletOptions(sale))
  const buttons = elements.create('expressCheckout', {
    buttonHeight: BUTTON_HEIGHT_PX,
    paymentMethods: { link: 'never', amazonPay: 'never', paypal: 'never', klarna: 'never' },
    ...(sale.monthly !== null && { applePay: monthlyRequest(sale.title, sale.monthly) }),
  })
  buttons.on('ready', ({ availablePaymentMethods }) =>
    onReady(availablePaymentMethods !== undefined),
  )
  buttons.on('click', ({ resolve, reject }) => (onPress() ? resolve() : reject()))
  buttons.on('confirm', (event) => {
    const giveUp = () => event.paymentFailed({ reason: 'fail' })
    const createToken = async () => {
      const { error: unfinished } = await elements.submit()
      const { paymentMethod, error } = unfinished
        ? { error: unfinished }
        : await stripe.createPaymentMethod({ elements })
      if (paymentMethod) return paymentMethod.id
      giveUp()
      throw new CardRefused(error?.message ?? CARD_WRONG)
    }
    onToken({ createToken, giveUp })
  })
  buttons.mount(place)
  return () => buttons.destroy()
}

/** Stripe's script and fields, loaded when a card form opens. */
export function stripePaymentForm(key: string): PaymentForm {
  return {
    isTest: key.startsWith('pk_test_'),
    openCards: () => openCards(key),
    mountWallets: (...of) => mountWallets(key, ...of),
    async confirm({ clientSecret, account }) {
      const stripe = await open(key, account)
      const confirm = () => stripe.confirmCardPayment(clientSecret)
      const { paymentIntent, error } = await withoutModals(confirm)
      return agreed(paymentIntent?.status, error)
    },
    async confirmSetup(clientSecret) {
      const stripe = await open(key)
      const { setupIntent, error } = await withoutModals(() =>
        stripe.confirmCardSetup(clientSecret),
      )
      return agreed(setupIntent?.status, error)
    },
  }
}
