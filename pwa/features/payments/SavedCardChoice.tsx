import { BrandMark } from './BrandMark.tsx'
import { brandName } from './brands.ts'
import css from './SavedCardChoice.module.css'

/** The card to be charged: brand and last four digits. */
export const SavedCardChoice = ({ brand, last4 }: { brand: string; last4: string }) => (
  <p className={css.card}>
    <BrandMark brand={brand} />
    <span>{brandName(brand)}</span>
    <span className="num">•••• {last4}</span>
  </p>
)
