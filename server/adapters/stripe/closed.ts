import { BadSignature, type Payments, ProviderDown } from '#server/ports/payments.ts'

/** No provider runs beside this server: nothing can be bought, and everything else goes on. */
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
    findCharge: refuse,
    traceCharge: refuse,
    cancelCharge: refuse,
    refundCharge: refuse,
    findRefund: refuse,
    listRefunds: refuse,
    findDispute: refuse,
    refundFee: refuse,
    addAccountCustomer: refuse,
    addPrice: refuse,
    startSubscription: refuse,
    paySubscription: refuse,
    findSubscription: refuse,
    listInvoices: refuse,
    addSeller: refuse,
    describeSeller: refuse,
    findSeller: refuse,
    onboardingLink: refuse,
    findAvailable: refuse,
    payOut: refuse,
    findPayout: refuse,
    searchPayout: refuse,
    traceSubscription: refuse,
    endSubscription: refuse,
    setSubscriptionFee: refuse,
    pauseSubscription: refuse,
    listNotices: async () => [],
    readNotice: () => {
      throw new BadSignature('no payment provider is running')
    },
  }
}
