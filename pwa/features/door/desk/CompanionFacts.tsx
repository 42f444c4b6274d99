import type { Holder } from '#contract/door/calls.ts'
import css from './Holders.module.css'

interface CompanionFactsProps {
  of: Pick<Holder, 'companions' | 'companion_of'>
}

/** What a ticket has to do with companions; nothing for most. */
export const CompanionFacts = ({ of: { companions, companion_of } }: CompanionFactsProps) => (
  <>
    {companions.all > 0 && (
      <span className={css.line}>
        同行者 {companions.all}名
        {companions.waiting > 0 && `（未受け取り ${companions.waiting}名）`}
      </span>
    )}
    {companion_of && <span className={css.line}>{companion_of} の同行者</span>}
  </>
)
