import { useState } from 'react'
import { type RoomStamp, stamps } from '#contract/stamps/calls.ts'
import { STAMP_MAX } from '#contract/stamps/limits.ts'
import { STAMPS_FULL } from '#contract/stamps/messages.ts'
import { StampPicture } from '#pwa/features/stamps/StampPicture.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { AddStamp } from './AddStamp.tsx'
import css from './RoomStamps.module.css'
import { StampSheet } from './StampSheet.tsx'

/** The stamps that viewers can send in the room's talks. */
export function RoomStamps({ room }: { room: string }) {
  const list = useLoad(stamps.listStamps, { params: { id: room } })
  const [adding, setAdding] = useState(false)
  const isFull = (list.data?.length ?? 0) >= STAMP_MAX.count
  return (
    <div className="stack">
      <Loaded of={list} skeleton={<SkeletonRows count={2} />}>
        {(data) =>
          data.length === 0 ? (
            <Alert>
              スタンプはありません。追加すると、参加者が配信中のトークで、文字の代わりに送れます。
            </Alert>
          ) : (
            <StampGrid room={room} all={data} />
          )
        }
      </Loaded>
      {isFull && <p className="small muted">{STAMPS_FULL}</p>}
      <Button
        wide
        variant="secondary"
        icon="plus"
        disabled={isFull}
        onClick={() => setAdding(true)}
      >
        スタンプを追加する
      </Button>
      {adding && <AddStamp room={room} onClose={() => setAdding(false)} />}
    </div>
  )
}

function StampGrid({ room, all }: { room: string; all: RoomStamp[] }) {
  const [opened, setOpened] = useState<string | null>(null)
  const at = all.findIndex(({ id }) => id === opened)
  return (
    <Card>
      <ul className={css.grid}>
        {all.map(({ id, name, image_path }) => (
          <li key={id}>
            <button type="button" className={css.tile} onClick={() => setOpened(id)}>
              <StampPicture name="" src={image_path} size="m" />
              <span className="clip1">{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {at >= 0 && <StampSheet room={room} all={all} at={at} onClose={() => setOpened(null)} />}
    </Card>
  )
}
