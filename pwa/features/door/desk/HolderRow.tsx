import { memo } from 'react'
import type { Holder } from '#contract/door/calls.ts'
import { dateTime, formatPrice } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import { CompanionFacts } from './CompanionFacts.tsx'
import css from './Holders.module.css'
import { holderStatus, isCancellable } from './holder-status.ts'

interface HolderRowProps {
  holder: Holder
  /** Null for staff who may not cancel tickets. */
  onCancel: ((holder: Holder) => void) | null
}

/** A ticket holder on a narrow window. */
export const HolderRow = memo(({ holder, onCancel }: HolderRowProps) => (
  <ListRow
    leading={<Avatar src={holder.member.icon_image_small_path} />}
    trailing={
      onCancel && isCancellable(holder) ? (
        <Button size="s" variant="quiet" onClick={() => onCancel(holder)}>
          取り消す
        </Button>
      ) : undefined
    }
  >
    <span className={css.row}>
      <b>{holder.number}</b>
      <Badge tone={holderStatus[holder.status].tone}>{holderStatus[holder.status].label}</Badge>
    </span>
    {holder.type && <span className={css.line}>{holder.type}</span>}
    <CompanionFacts of={holder} />
    <span className={css.line}>{holder.member.display_name}</span>
    <span className="note muted">{formatPrice(holder.amount)}</span>
    {holder.entrant?.name && (
      <span className={css.line}>
        {holder.entrant.name}（{holder.entrant.contact}）
      </span>
    )}
    {holder.entrant?.needs && <span className={css.line}>配慮の希望：{holder.entrant.needs}</span>}
    {holder.paper_name && <span className={css.line}>紙のチケット：{holder.paper_name}</span>}
    {holder.used_at && (
      <span className={`note muted ${css.line}`}>
        {[dateTime(holder.used_at), holder.gate].filter(Boolean).join(' ')}
      </span>
    )}
  </ListRow>
))
