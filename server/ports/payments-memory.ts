import {
  BadSignature,
  type BalanceTransaction,
  type CardOnFile,
  type Charge,
  Declined,
  type Endpoint,
  type Invoice,
  type ListedEvent,
  type NewCharge,
  type Payments,
  type ProviderDispute,
  ProviderDown,
  type ProviderEvent,
  type ProviderRefund,
  type Subscription,
  Unknown,
} from './payments.ts'
import { memorySellers } from './sellers-memory.ts'

const CARDS: Record<string, Pick<CardOnFile, 'brand' | 'last4'>> = {
  tok_visa: { brand: 'visa', last4: '4242' },
  tok_mastercard: { brand: 'mastercard', last4: '4444' },
  tok_jcb: { brand: 'jcb', last4: '0505' },
  tok_threeDSecure2Required: { brand: 'visa', last4: '3220' },
}
const MONTH_MS = 30 * 24 * 60 * 60_000
const PROVIDER_FEE = 0.036

type Step = Exclude<keyof Payments, 'readEvent'>

/** In-memory payment provider for tests. `confirm` acts as the buyer's browser; failures can be injected. */
export function memoryPayments(now: () => Date) {
  let sequence = 0
  const next = (kind: string) => `${kind}_${String(++sequence).padStart(6, '0')}`
  const cards = new Map<string, CardOnFile & { token: string }>()
  const charges = new Map<string, Charge & { method: string }>()
  const subscriptions = new Map<string, Subscription>()
  const pausedOnes = new Set<string>()
  /** Of each subscription, the newest first. */
  const invoices = new Map<string, Invoice[]>()
  const answers = new Map<string, unknown>()
  const refunds: { charge: string; amount: number }[] = []
  const returned = new Map<string, ProviderRefund>()
  const disputes = new Map<string, ProviderDispute>()
  const bookingOf = (
    gross: number,
    { providerFee = 0, platformFee = 0 }: Partial<BalanceTransaction> = {},
  ): BalanceTransaction => ({
    ref: next('txn'),
    at: now().toISOString(),
    gross,
    providerFee,
    platformFee,
  })
  const share = (charge: string, amount: number) =>
    Math.round(((fees.get(charge) ?? 0) * amount) / (charges.get(charge)?.amount ?? 1))
  const failures = new Map<Step, Error>()
  const losses = new Set<Step>()
  const events: ListedEvent[] = []

  /** Idempotent call: the same key gets the first answer. */
  async function once<T>(step: Step, key: string, work: () => T): Promise<T> {
    return each(step, () => {
      if (!answers.has(key)) answers.set(key, work())
      return answers.get(key) as T
    })
  }
  async function each<T>(step: Step, work: () => T): Promise<T> {
    const failure = failures.get(step)
    failures.delete(step)
    if (failure) throw failure
    const answer = work()
    if (losses.delete(step)) throw new ProviderDown('the answer was lost')
    return answer
  }

  function chargeOf({ account, amount, method, metadata }: Omit<NewCharge, 'fee' | 'description'>) {
    const ref = next('pi')
    const charge = {
      ref,
      account,
      amount,
      method,
      metadata,
      currency: 'jpy',
      status: 'requires_confirmation' as Charge['status'],
      clientSecret: `${ref}_secret`,
      failure: null as string | null,
      paidAt: null as string | null,
      booked: null as Charge['booked'],
    }
    charges.set(ref, charge)
    return charge
  }
  function find(account: string, ref: string) {
    const charge = charges.get(ref)
    if (charge?.account !== account) throw new Unknown(ref)
    return charge
  }
  /** Cards that passed the bank's authentication. */
  const proven = new Set<string>()
  function findOne(account: string, ref: string) {
    const subscription = subscriptions.get(ref)
    if (subscription?.account !== account) throw new Unknown(ref)
    return subscription
  }
  /** A copy, so that an earlier answer does not change later. */
  const copy = (subscription: Subscription): Subscription => ({
    ...subscription,
    charge: subscription.charge && { ...subscription.charge },
  })
  const needsChallenge = (method: string) => cards.get(method)?.token.startsWith('tok_threeD')

  function confirm(ref: string, challenge: 'passed' | 'failed' | 'left' = 'passed') {
    const charge = charges.get(ref)!
    if (charge.status === 'succeeded' || charge.status === 'canceled') return
    if (needsChallenge(charge.method) && challenge === 'left') {
      charge.status = 'requires_action'
      return
    }
    if (needsChallenge(charge.method) && challenge === 'failed') {
      Object.assign(charge, {
        status: 'requires_payment_method',
        failure: 'payment_intent_authentication_failure',
      })
      return
    }
    charge.status = 'succeeded'
    const providerFee = Math.round(charge.amount * PROVIDER_FEE)
    charge.paidAt = now().toISOString()
    charge.booked = bookingOf(charge.amount, { providerFee, platformFee: fees.get(ref) ?? 0 })
    for (const [id, issued] of invoices) {
      const invoice = issued.find((one) => one.charge === ref)
      if (!invoice) continue
      invoice.status = 'paid'
      const owes = issued.some(({ status }) => status === 'open')
      const subscription = subscriptions.get(id)!
      if (!owes && subscription.status !== 'canceled') subscription.status = 'active'
    }
  }
  /** Renews a subscription: creates the next invoice, paid or declined. */
  function renew(ref: string, how: 'paid' | 'refused' = 'paid', amount?: number): Invoice {
    const subscription = subscriptions.get(ref)!
    const issued = invoices.get(ref)!
    const start = subscription.periodEnd!
    const end = new Date(Date.parse(start) + MONTH_MS).toISOString()
    const { account } = subscription
    const charge = chargeOf({
      account,
      amount: amount ?? issued[0]!.amount,
      method: '',
      metadata: {},
    })
    fees.set(charge.ref, Math.round((charge.amount * (feePercents.get(ref) ?? 0)) / 100))
    const invoice: Invoice = {
      ref: next('in'),
      status: 'open',
      isFirst: false,
      amount: charge.amount,
      period: { start, end },
      charge: charge.ref,
    }
    issued.unshift(invoice)
    Object.assign(subscription, { periodEnd: end, charge })
    if (how === 'paid') confirm(charge.ref)
    else {
      Object.assign(charge, { status: 'requires_payment_method', failure: 'card_declined' })
      subscription.status = 'past_due'
    }
    return invoice
  }
  const fees = new Map<string, number>()
  /** Of each subscription. */
  const feePercents = new Map<string, number>()
  const { desk: sellerAccounts, sellers } = memorySellers(now, {
    once,
    each,
    unknown: (ref) => new Unknown(ref),
  })
  const prices = new Map<string, number>()

  function giveBack(
    account: string,
    charge: string,
    amount: number,
    metadata: Record<string, string>,
  ): ProviderRefund {
    const ref = next('re')
    refunds.push({ charge, amount })
    const booked = bookingOf(-amount, { platformFee: -share(charge, amount) })
    const refund = { ref, account, charge, amount, metadata, booked, returned: null }
    returned.set(ref, { ...refund, status: 'succeeded' })
    return returned.get(ref)!
  }

  const payments: Payments = {
    ...sellerAccounts,
    addCustomer: ({ userId }, key) => once('addCustomer', key, () => `cus_${userId}`),
    takeCard: ({ token }, key) =>
      once('takeCard', key, () => {
        const known = CARDS[token]
        if (!known) throw new Declined('card_declined')
        const card = { method: next('pm'), ...known, exp_month: 12, exp_year: 2030, token }
        cards.set(card.method, card)
        return card
      }),
    async saveCard({ token }, key) {
      const card = await once('saveCard', key, () => {
        const known = CARDS[token]
        if (!known) throw new Declined('card_declined')
        const saved = { method: next('pm'), ...known, exp_month: 12, exp_year: 2030, token }
        cards.set(saved.method, saved)
        return saved
      })
      const needsAction = needsChallenge(card.method) && !proven.has(card.method)
      return needsAction
        ? { card, status: 'requires_action', clientSecret: `seti_${card.method}_secret` }
        : { card, status: 'ready', clientSecret: null }
    },
    async dropCard(method) {
      cards.delete(method)
    },
    shareCard: ({ method }, key) =>
      once('shareCard', key, () => {
        const shared = next('pm')
        const card = cards.get(method)
        if (card) cards.set(shared, card)
        return shared
      }),
    startCharge: ({ fee, ...charge }, key) =>
      once('startCharge', key, () => {
        const started = chargeOf(charge)
        fees.set(started.ref, fee)
        return started
      }).then((charge) => ({ ...charge })),
    findCharge: (account, ref) => each('findCharge', () => ({ ...find(account, ref) })),
    recoverCharge: ({ account, attemptId }) =>
      each('recoverCharge', () => {
        const found = [...charges.values()].find(
          (charge) => charge.account === account && charge.metadata.attempt_id === attemptId,
        )
        return found ? { ...found } : null
      }),
    cancelCharge: (account, ref) =>
      each('cancelCharge', () => {
        const charge = find(account, ref)
        if (charge.status !== 'succeeded') charge.status = 'canceled'
        return { ...charge }
      }),
    refundCharge: ({ account, charge, amount, metadata }, key) =>
      once('refundCharge', key, () => {
        find(account, charge)
        // A failed refund can be repeated: its money is the seller's again.
        const earlier = [...returned.values()].filter(
          (refund) => refund.charge === charge && refund.status !== 'failed',
        )
        const left = charges.get(charge)!.amount - earlier.reduce((sum, one) => sum + one.amount, 0)
        if (left > 0 && amount > left)
          throw new Error('the refund exceeds what is left of the payment')
        return left === 0 ? earlier.at(-1)! : giveBack(account, charge, amount, metadata)
      }).then((refund) => ({ ...refund })),
    listRefunds: (account, charge) =>
      each('listRefunds', () =>
        [...returned.values()].filter((one) => one.account === account && one.charge === charge),
      ),
    findDispute: (account, ref) =>
      each('findDispute', () => {
        const dispute = disputes.get(ref)
        if (dispute?.account !== account) throw new Unknown(ref)
        return { ...dispute }
      }),
    refundFee: (account, charge, key) =>
      once('refundFee', key, () => {
        find(account, charge)
        const ours = refunds.filter((one) => one.charge === charge)
        const back = ours.reduce((sum, { amount }) => sum + share(charge, amount), 0)
        const left = (fees.get(charge) ?? 0) - back
        return left > 0 ? bookingOf(0, { platformFee: -left }) : null
      }),
    findRefund: (account, ref) =>
      each('findRefund', () => {
        const refund = returned.get(ref)
        if (refund?.account !== account) throw new Unknown(ref)
        return { ...refund }
      }),
    addAccountCustomer: ({ account, userId }, key) =>
      once('addAccountCustomer', key, () => `cus_${account}_${userId}`),
    addPrice: ({ amount }, key) =>
      once('addPrice', key, () => {
        const ref = next('price')
        prices.set(ref, amount)
        return ref
      }),
    startSubscription: ({ account, method, price, feePercent, metadata }, key) =>
      once('startSubscription', key, () => {
        const amount = prices.get(price) ?? 0
        const charge = chargeOf({ account, method, metadata, amount })
        fees.set(charge.ref, Math.round((amount * feePercent) / 100))
        const subscription: Subscription = {
          ref: next('sub'),
          account,
          status: 'incomplete',
          periodEnd: new Date(now().getTime() + MONTH_MS).toISOString(),
          cancelAtPeriodEnd: false,
          metadata,
          charge,
        }
        subscriptions.set(subscription.ref, subscription)
        feePercents.set(subscription.ref, feePercent)
        const period = { start: now().toISOString(), end: subscription.periodEnd! }
        const first = { status: 'open', isFirst: true, amount, period } as const
        invoices.set(subscription.ref, [{ ref: next('in'), charge: charge.ref, ...first }])
        return subscription
      }).then(copy),
    paySubscription: ({ account, ref, charge, method }, key) =>
      once('paySubscription', key, () => {
        const subscription = findOne(account, ref)
        const paying = charges.get(charge)!
        paying.method = method
        if (paying.status === 'succeeded') return subscription
        if (needsChallenge(method)) paying.status = 'requires_action'
        else confirm(charge)
        return subscription
      }).then(copy),
    findSubscription: (account, ref) =>
      each('findSubscription', () => findOne(account, ref)).then(copy),
    listInvoices: (account, ref) =>
      each('listInvoices', () => {
        findOne(account, ref)
        return invoices.get(ref)!.map((invoice) => ({ ...invoice }))
      }),
    recoverSubscription: ({ account, attemptId }) =>
      each('recoverSubscription', () => {
        const found = [...subscriptions.values()].find(
          (one) => one.account === account && one.metadata.attempt_id === attemptId,
        )
        return found ? copy(found) : null
      }),
    endSubscription: ({ account, ref, atPeriodEnd }) =>
      each('endSubscription', () => {
        const subscription = findOne(account, ref)
        if (atPeriodEnd === false) {
          subscription.status = 'canceled'
          const { charge } = subscription
          if (charge && charge.status !== 'succeeded') charge.status = 'canceled'
        } else subscription.cancelAtPeriodEnd = atPeriodEnd === true
        return subscription
      }).then(copy),
    setSubscriptionFee: ({ account, ref, percent }) =>
      each('setSubscriptionFee', () => {
        if (findOne(account, ref).status !== 'canceled') feePercents.set(ref, percent)
      }),
    pauseSubscription: ({ account, ref, paused }) =>
      each('pauseSubscription', () => {
        findOne(account, ref)
        if (paused) pausedOnes.add(ref)
        else pausedOnes.delete(ref)
      }),
    listEvents: ({ account, since }) =>
      each('listEvents', () =>
        events.filter(
          ({ providerEvent, at }) => providerEvent.account === account && at >= (since ?? ''),
        ),
      ),
    readEvent(_: Endpoint, body, signature): ProviderEvent {
      if (signature !== 'good') throw new BadSignature('wrong signature')
      return JSON.parse(body) as ProviderEvent
    },
  }

  return {
    ...payments,
    /** The buyer's browser confirms a charge. */
    confirm,
    /** The buyer passes the bank's authentication of a card that is being saved. */
    prove: (clientSecret: string) => proven.add(clientSecret.replace(/^seti_|_secret$/g, '')),
    renew,
    /** Platform fee in percent, by subscription. */
    feePercents,
    isPaused: (ref: string) => pausedOnes.has(ref),
    /** The provider's event list. */
    told: events,
    charges,
    sellers,
    subscriptions,
    invoices,
    refunds,
    /** Refunds by their reference. */
    returned,
    /** A refund in the provider's dashboard. */
    refundAtProvider: (charge: string, amount: number) =>
      giveBack(charges.get(charge)!.account, charge, amount, {}),
    /** The buyer's bank rejects a refund. */
    failRefund(ref: string) {
      const refund = returned.get(ref)!
      Object.assign(refund, { status: 'failed', returned: bookingOf(refund.amount) })
    },
    /** Opens a dispute over all of a charge, or over `asked` yen. */
    dispute(charge: string, disputed?: number): ProviderDispute {
      const { account, amount: paid } = charges.get(charge)!
      const amount = disputed ?? paid
      const ref = next('dp')
      const withdrawal = bookingOf(-amount, { providerFee: 1_300 })
      disputes.set(ref, { ref, account, charge, amount, state: 'open', bookings: [withdrawal] })
      return disputes.get(ref)!
    },
    closeDispute(ref: string, state: 'won' | 'lost') {
      const dispute = disputes.get(ref)!
      dispute.state = state
      if (state === 'won') dispute.bookings = [...dispute.bookings, bookingOf(dispute.amount)]
    },
    /** The next call of this step takes effect, but its answer is lost. */
    loseNext: (step: Step) => losses.add(step),
    /** The next call of this step throws. */
    breakNext: (step: Step, error: Error) => failures.set(step, error),
    /** The next call of this step fails; `Declined` with this code, or as a provider that is down. */
    refuseNext: (step: Step, code: string | 'down') =>
      failures.set(step, code === 'down' ? new ProviderDown('down') : new Declined(code)),
  }
}
