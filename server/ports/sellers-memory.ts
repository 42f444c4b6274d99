import {
  type BankPayout,
  Disconnected,
  PayoutRefused,
  type SellerDesk,
  type SellerIdentity,
  SellerRefused,
  type SellerStanding,
} from './sellers.ts'

type Step = keyof SellerDesk
interface Runs {
  once: <T>(step: Step, key: string, work: () => T) => Promise<T>
  each: <T>(step: Step, work: () => T) => Promise<T>
  /** What nobody knows of. */
  unknown: (ref: string) => Error
}

/** What a new account is asked for. */
const ASKED = ['external_account', 'individual.verification.document']

/** Sellers' accounts in memory; what the provider does by itself, a test does with `sellers`. */
export function memorySellers(now: () => Date, { once, each, unknown }: Runs) {
  const standings = new Map<string, SellerStanding>()
  const identities = new Map<string, SellerIdentity>()
  const gone = new Set<string>()
  const available = new Map<string, number>()
  const payouts = new Map<string, BankPayout>()

  function find(account: string): SellerStanding {
    if (gone.has(account)) throw new Disconnected(account)
    const standing = standings.get(account)
    if (!standing) throw unknown(account)
    return standing
  }
  function findOne(account: string, ref: string): BankPayout {
    const payout = payouts.get(ref)
    if (payout?.account !== account) throw unknown(ref)
    return payout
  }

  const desk: SellerDesk = {
    addSeller: ({ userId }, key) =>
      once('addSeller', key, () => {
        const account = `acct_${userId}`
        standings.set(account, {
          account,
          chargesEnabled: false,
          payoutsEnabled: false,
          takesJcb: false,
          due: ASKED,
          pending: [],
          errors: [],
          deadline: null,
          disabledReason: 'requirements.past_due',
        })
        return account
      }),
    describeSeller: (account, facts) =>
      each('describeSeller', () => {
        const standing = find(account)
        if (!facts.documents.front.startsWith('file_'))
          throw new SellerRefused('individual.verification.document.front')
        identities.set(account, facts)
        standing.due = standing.due.filter((name) => !name.includes('document'))
      }),
    findSeller: (account) => each('findSeller', () => ({ ...find(account) })),
    onboardingLink: ({ account, returnUrl }) =>
      each('onboardingLink', () => `https://provider.test/${account}?to=${returnUrl}`),
    findAvailable: (account) => each('findAvailable', () => available.get(account) ?? 0),
    payOut: ({ account, amount, payoutId }, key) =>
      once('payOut', key, () => {
        const left = (available.get(account) ?? 0) - amount
        if (left < 0) throw new PayoutRefused('balance_insufficient')
        available.set(account, left)
        const payout: BankPayout = {
          ref: `po_${payoutId}`,
          account,
          amount,
          status: 'in_transit',
          failure: null,
          payoutId,
          createdAt: now().toISOString(),
          lines: { left: `txn_${payoutId}`, back: null },
        }
        payouts.set(payout.ref, payout)
        return { ...payout }
      }),
    findPayout: (account, ref) => each('findPayout', () => ({ ...findOne(account, ref) })),
    searchPayout: ({ account, payoutId }) =>
      each('searchPayout', () => {
        const made = payouts.get(`po_${payoutId}`)
        return made?.account === account ? { ...made } : null
      }),
  }

  return {
    desk,
    /** The provider's own doings. */
    sellers: {
      identities,
      payouts,
      available,
      /** An account as it should be; known to the provider from now on. */
      set(account: string, change: Partial<SellerStanding>) {
        const before = standings.get(account) ?? {
          account,
          chargesEnabled: true,
          payoutsEnabled: true,
          takesJcb: false,
          due: [],
          pending: [],
          errors: [],
          deadline: null,
          disabledReason: null,
        }
        standings.set(account, { ...before, ...change })
      },
      disconnect: (account: string) => void gone.add(account),
      /** The bank has the money, or sent it back: then the seller has it again. */
      settle(ref: string, status: 'paid' | 'failed') {
        const payout = payouts.get(ref)!
        payout.status = status
        if (status === 'paid') return
        payout.failure = 'account_closed'
        payout.lines = { ...payout.lines, back: `txn_back_${payout.payoutId}` }
        available.set(payout.account, (available.get(payout.account) ?? 0) + payout.amount)
      },
    },
  }
}
