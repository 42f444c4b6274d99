import css from './BrandMark.module.css'
import { brandMark } from './brands.ts'

/** The mark of a card brand; the brand's name is beside it. */
export const BrandMark = ({ brand }: { brand: string }) => (
  <span className={css.mark} aria-hidden="true">
    {brandMark(brand)}
  </span>
)
