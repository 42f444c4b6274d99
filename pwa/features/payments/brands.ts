/** The kinds of cards the service knows, as the provider spells them and as people do. */
const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
}

export const brands = Object.keys(BRANDS)
export const brandName = (brand: string) => BRANDS[brand.toLowerCase()] ?? brand

const SHORT: Record<string, string> = { mastercard: 'MC', amex: 'AMEX', diners: 'DC' }

/** What fits on the little mark of a card. */
export const brandMark = (brand: string) =>
  SHORT[brand.toLowerCase()] ?? brandName(brand).slice(0, 4).toUpperCase()
