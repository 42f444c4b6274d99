import css from './BrandMark.module.css'
import { brandMark } from './brands.ts'

/** The little picture of a card; its name stands beside it. */
export const BrandMark = ({ brand }: { brand: string }) => (
  <span className={css.mark} aria-hidden="true">
    {brandMark(brand)}
  </span>
)
