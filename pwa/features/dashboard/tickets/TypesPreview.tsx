import { useState } from 'react'
import type { TypeState } from '#contract/tickets/ticket-type.ts'
import { TypeRow } from '#pwa/features/tickets/room/TypeRow.tsx'
import { fromWall } from '#pwa/lib/forms/editing/edit-form.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import css from './TypesPreview.module.css'
import { previewOf, type TypeDraft } from './type-drafts.ts'

const PHASES = [
  { value: 'early', label: '販売前' },
  { value: 'plenty', label: '販売中' },
  { value: 'soldOut', label: '売り切れ' },
] as const satisfies { value: TypeState; label: string }[]

interface TypesPreviewProps {
  types: readonly TypeDraft[]
  /** Places of the ticket. */
  capacity: number
  /** The end of the event, a local time; may be empty. */
  end: string
}

/** The types as fans see them before the sale, in it, and when they are sold out. */
export function TypesPreview({ types, capacity, end }: TypesPreviewProps) {
  const [phase, setPhase] = useState<TypeState>('plenty')
  const now = useNow()
  const until = fromWall(end)
  const valid_until = Number.isNaN(Date.parse(until)) ? now : until
  if (types.length === 0) return null
  return (
    <div className={css.preview}>
      <RadioGroup
        label="購入の画面での見え方"
        name="types-preview"
        require
        options={PHASES}
        value={PHASES.find(({ value }) => value === phase)?.value ?? null}
        onChange={setPhase}
      />
      <ul className={css.preview}>
        {types.map((type, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and hold no state of their own.
          <li key={at}>
            <TypeRow
              type={previewOf(type, at, capacity)}
              state={type.closed === '1' ? 'closed' : phase}
              ticket={{ valid_until }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
