import {
  type AccountStatus,
  type BankPayout,
  Disconnected,
  PayoutRefused,
  type SellerAccounts,
  type SellerIdentity,
  SellerRefused,
} from './sellers.ts'

type Step = keyof SellerAccounts
interface Runs {
  once: <T>(step: Step, key: string, work: () => T) => Promise<T>
  each: <T>(step: Step, work: () => T) => Promise<T>
  /** Error for an unknown object. */
  unknown: (ref: string) => Error
}

/** Requirements of a new account. */
const REQUIREMENTS = ['external_account', 'individual.verification.document']

/** In-memory seller accounts; tests simulate the provider's own actions with `sellers`. */
export function memorySellers(now: () => Date, { once, each, unknown }: Runs) {
  const statuses = new Map<string, AccountStatus>()
  const identities = new Map<string, SellerIdentity>()
  const disconnected = new Set<string>()
  const available = new Map<string, number>()
  const payouts = new Map<string, BankPayout>()

  function find(account: string): AccountStatus {
    if (disconnected.has(account)) throw new Disconnected(account)
    const accountStatus = statuses.get(account)
    if (!accountStatus) throw unknown(account)
    return accountStatus
  }
  function findOne(account: string, ref: string): BankPayout {
    const payout = payouts.get(ref)
    if (payout?.account !== account) throw unknown(ref)
    return payout
  }

  const accounts: SellerAccounts = {
    addSeller: ({ userId }, key) =>
      once('addSeller', key, () => {
        const account = `acct_${userId}`
        statuses.set(account, {
          account,
          chargesEnabled: false,
          payoutsEnabled: false,
          takesJcb: false,
          due: REQUIREMENTS,
          pending: [],
          errors: [],
          deadline: null,
          disabledReason: 'requirements.past_due',
        })
        return account
      }),
    describeSeller: (account, facts) =>
      each('describeSeller', () => {
        const accountStatus = find(account)
        if (!facts.documents.front.startsWith('file_'))
          throw new SellerRefused('individual.verification.document.front')
        identities.set(account, facts)
        accountStatus.due = accountStatus.due.filter((name) => !name.includes('document'))
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
        const found = payouts.get(`po_${payoutId}`)
        return found?.account === account ? { ...found } : null
      }),
  }

  return {
    desk: accounts,
    /** Simulated actions of the provider. */
    sellers: {
      identities,
      payouts,
      available,
      /** Sets the state of an account, creating it if needed. */
      set(account: string, change: Partial<AccountStatus>) {
        const before = statuses.get(account) ?? {
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
        statuses.set(account, { ...before, ...change })
      },
      disconnect: (account: string) => void disconnected.add(account),
      /** Completes a payout: paid, or failed and back in the balance. */
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
