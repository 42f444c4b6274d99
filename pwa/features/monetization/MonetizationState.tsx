import type { Monetization } from '#contract/monetization/calls.ts'
import { cx } from '#pwa/ui/cx.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { Bullets } from '#pwa/ui/layout/Bullets.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import css from './MonetizationState.module.css'
import { monetizationLabels } from './monetization-labels.ts'

/** The status of monetization, with its reason if needed. */
export function MonetizationState({ monetization }: { monetization: Monetization }) {
  const { state, reasons } = monetization
  const { title, text, icon, tone } = monetizationLabels[state]
  return (
    <Card as="section" padded className={css.card}>
      <span className={cx(css.mark, css[tone])}>
        <Icon name={icon} />
      </span>
      <div className="grow">
        <h2>{title}</h2>
        <p className="small muted">{text}</p>
        {reasons.length > 0 && (
          <Bullets sunken>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </Bullets>
        )}
      </div>
    </Card>
  )
}
