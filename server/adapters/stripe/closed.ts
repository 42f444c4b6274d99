import { BadSignature, type Payments, ProviderDown } from '#server/ports/payments.ts'

/** Used without a payment provider: payments answer 503, everything else works. */
export function closedPayments(): Payments {
  const refuse = async () => {
    throw new ProviderDown('no payment provider is running')
  }
  return {
    addCustomer: refuse,
    takeCard: refuse,
    saveCard: refuse,
    dropCard: refuse,
    shareCard: refuse,
    startCharge: refuse,
    startVoucher: refuse,
    findCharge: refuse,
    recoverCharge: refuse,
    cancelCharge: refuse,
    refundCharge: refuse,
    findRefund: refuse,
    listRefunds: refuse,
    findDispute: refuse,
    findFraudWarning: refuse,
    refundFee: refuse,
    addAccountCustomer: refuse,
    addPrice: refuse,
    startSubscription: refuse,
    paySubscription: refuse,
    findSubscription: refuse,
    listInvoices: refuse,
    addSeller: refuse,
    describeSeller: refuse,
    showSeller: refuse,
    findSeller: refuse,
    onboardingLink: refuse,
    findAvailable: refuse,
    payOut: refuse,
    findPayout: refuse,
    searchPayout: refuse,
    recoverSubscription: refuse,
    endSubscription: refuse,
    voidInvoices: refuse,
    setSubscriptionFee: refuse,
    setSubscriptionPrice: refuse,
    pauseSubscription: refuse,
    listEvents: async () => [],
    readEvent: () => {
      throw new BadSignature('no payment provider is running')
    },
  }
}
