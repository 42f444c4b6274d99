import { useId, useRef, useState } from 'react'
import { type RoomStamp, stamps } from '#contract/stamps/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { TalkStamps } from './TalkStamps.tsx'

/** The button beside a talk's field and the panel that it opens; neither in a room without stamps. */
export function useStampPicker(room: string, ready: boolean, onChoose: (stamp: RoomStamp) => void) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const list = useLoad(stamps.listStamps, { params: { id: room } }, { enabled: ready })
  if (!list.data || list.data.length === 0) return { button: null, panel: null, close() {} }
  const close = () => setOpen(false)
  const toggle = () => {
    if (!open) void list.refetch() // The owner may have added some during the evening.
    setOpen(!open)
  }
  return {
    button: (
      <IconButton
        ref={button}
        icon="smile"
        label="スタンプ"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      />
    ),
    panel: open && (
      <TalkStamps
        id={id}
        stamps={list.data}
        onChoose={onChoose}
        onClose={() => {
          close()
          button.current?.focus()
        }}
      />
    ),
    close,
  }
}
