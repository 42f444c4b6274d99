import { createContext, type ReactNode, useId } from 'react'
import { Link, type To } from 'react-router-dom'
import css from './Section.module.css'

interface SectionProps {
  title: ReactNode
  /** すべて見る for the user's own items, もっと見る for discovery. */
  more?: { to: To; label: string }
  children: ReactNode
}

/** Whether this is inside a section, which does not contain the page's primary button. */
export const InSection = createContext(false)

export function Section({ title, more, children }: SectionProps) {
  const id = useId()
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {more && (
          <Link to={more.to} className={css.more} aria-describedby={id}>
            {more.label}
          </Link>
        )}
      </div>
      <InSection value>{children}</InSection>
    </section>
  )
}
