/** The card brands, as the provider names them, with their display names. */
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

/** The abbreviation in a card's mark. */
export const brandMark = (brand: string) =>
  SHORT[brand.toLowerCase()] ?? brandName(brand).slice(0, 4).toUpperCase()
