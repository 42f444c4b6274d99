import { CARD_WRONG } from '#contract/payments/messages.ts'
import { UNREACHABLE } from '#contract/shared/messages.ts'
import { type CardPart, CardRefused, type PaymentForm } from './payment-form.ts'
import { askForProof } from './sandbox-challenge.ts'
import { sandboxField } from './sandbox-fields.ts'
import { mountSandboxWallet } from './sandbox-wallet.ts'

/** The sandbox's error messages about a card, for the buyer. */
const WORDS: Record<string, string> = {
  incorrect_number: 'カード番号が正しくありません。',
  invalid_number: 'カード番号が正しくありません。',
  invalid_expiry_month: '有効期限の月が正しくありません。',
  invalid_expiry_year: '有効期限の年が正しくありません。',
  invalid_cvc: 'セキュリティコードが正しくありません。',
  expired_card: 'カードの有効期限が切れています。',
}

interface Answer {
  id?: string
  status?: string
  next_action?: { redirect_to_url?: { url: string } } | null
  error?: { code?: string; message?: string }
}

/** Asks the sandbox, as the provider's script asks the provider. */
function sandboxOf(key: string, base: string) {
  return async function ask(
    method: 'GET' | 'POST',
    path: string,
    body: Record<string, string>,
    account?: string,
  ) {
    const form = new URLSearchParams(body)
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...(account && { 'stripe-account': account }),
    }
    const url = method === 'GET' ? `${base}${path}?${form}` : base + path
    const init = method === 'GET' ? { method, headers } : { method, headers, body: form }
    const answer = await fetch(url, init).catch(() => {
      throw new CardRefused(UNREACHABLE)
    })
    // The sandbox is part of this repository.
    return (await answer.json()) as Answer
  }
}

/** The sandbox payment provider: the same steps in the same order, and no money moves. */
export function sandboxPaymentForm(key: string, base: string): PaymentForm {
  const ask = sandboxOf(key, base)
  return {
    isTest: true,
    async openCards() {
      const typed = { number: '', expiry: '', cvc: '' } satisfies Record<CardPart, string>
      return {
        field: (part, look, onError) =>
          sandboxField(part, look, (value) => {
            typed[part] = value
            onError(null)
          }),
        async createToken() {
          const [month = '', year = ''] = typed.expiry.split('/').map((half) => half.trim())
          const { id, error } = await ask('POST', '/v1/tokens', {
            'card[number]': typed.number.replace(/\D/g, ''),
            'card[exp_month]': month,
            'card[exp_year]': year && `20${year}`,
            'card[cvc]': typed.cvc,
          })
          if (!id) throw new CardRefused(WORDS[error?.code ?? ''] ?? CARD_WRONG)
          return id
        },
      }
    },

    mountWallets: (place, sale, events) =>
      mountSandboxWallet(place, sale, events, async () => {
        const { id } = await ask('POST', '/v1/payment_methods', {
          type: 'card',
          'card[token]': 'tok_visa',
        })
        if (!id) throw new CardRefused(CARD_WRONG)
        return id
      }),

    confirm: ({ clientSecret, account }) => prove('payment_intents', clientSecret, account),
    confirmSetup: (clientSecret) => prove('setup_intents', clientSecret),
  }

  async function prove(kind: string, secret: string, account?: string): Promise<boolean> {
    const path = `/v1/${kind}/${secret.split('_secret_')[0]}`
    const body = { client_secret: secret }
    let intent = await ask('GET', path, body, account)
    if (intent.status === 'requires_confirmation')
      intent = await ask('POST', `${path}/confirm`, body, account)
    const url = intent.next_action?.redirect_to_url?.url
    if (intent.status === 'requires_action' && url) {
      await askForProof(url)
      intent = await ask('GET', path, body, account)
    }
    return intent.status === 'succeeded'
  }
}
