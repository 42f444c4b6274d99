import { useEffect, useRef, useState } from 'react'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import type { Outbox, OutboxItem } from '#pwa/lib/device.ts'
import { dayAndTime, time } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import css from './Tearing.module.css'

interface TearingProps {
  issued: IssuedTicket
  outbox: Outbox | null
  /** The server's time, ISO 8601. */
  now: string
}

/** 受付係員専用: at a gate without a device, staff tear the ticket on its holder's phone. */
export function Tearing({ issued, outbox, now }: TearingProps) {
  const [open, setOpen] = useState(false)
  const { opens_at } = issued.ticket
  if (!outbox) return null
  const isOpen = now >= opens_at
  return (
    <Card as="section" padded>
      <div className="stack">
        <h2 className={css.title}>受付係員専用</h2>
        <p className="small muted">
          {isOpen
            ? 'もぎりは、会場の係員が行います。ご自身で操作すると、入場できなくなります。'
            : `もぎりは、開場（${dayAndTime(opens_at)}）から係員が行います。`}
        </p>
        <Button
          wide
          variant="secondary"
          icon="door"
          disabled={!isOpen}
          onClick={() => setOpen(true)}
        >
          係員がもぎる
        </Button>
      </div>
      <Sheet open={open} title="もぎり（受付係員専用）" onClose={() => setOpen(false)}>
        <TearSheet issued={issued} outbox={outbox} onClose={() => setOpen(false)} />
      </Sheet>
    </Card>
  )
}

const WHOLE = 100
/** The slider position from which a ticket counts as torn; prevents accidental tearing. */
const TORN = 95

interface TearSheetProps {
  issued: IssuedTicket
  outbox: Outbox
  onClose: () => void
}

function TearSheet({ issued, outbox, onClose }: TearSheetProps) {
  const [far, setFar] = useState(0)
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function tear() {
    try {
      await outbox.add({ what: 'tear', ticket: issued.id })
      onClose()
    } catch (error) {
      console.error(error)
      setError(RETRY_LATER)
    }
  }
  return (
    <div className="stack">
      <p className={css.number}>
        <span>整理番号</span>
        <b>{issued.number}</b>
      </p>
      <TearSlider far={far} onMove={setFar} onTorn={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        title="入場済みにしますか？"
        text={
          <p>
            取り消せません。
            {issued.ticket.reentry
              ? 'このあとは、再入場としてお通しします。'
              : 'このチケットでは、もう入場できなくなります。'}
          </p>
        }
        confirm="入場済みにする"
        danger
        error={error}
        onConfirm={() => void tear()}
        onClose={() => {
          setAsking(false)
          setFar(0)
        }}
      />
    </div>
  )
}

interface TearSliderProps {
  far: number
  onMove: (far: number) => void
  onTorn: () => void
}

/** Torn at its right end; springs back if it is let go before. */
function TearSlider({ far, onMove, onTorn }: TearSliderProps) {
  const slider = useRef<HTMLInputElement>(null)
  const torn = useRef(onTorn)
  useEffect(() => {
    torn.current = onTorn
  })
  const letGo = () => (far >= TORN ? onTorn() : onMove(0))
  // For screen readers, which change the slider without touch or key events. (React's onChange is the input event.)
  useEffect(() => {
    const input = slider.current
    const moved = () => {
      if (Number(input?.value) >= TORN) torn.current()
    }
    input?.addEventListener('change', moved)
    return () => input?.removeEventListener('change', moved)
  }, [])
  return (
    <label className={css.slide}>
      <span className="small">右端までスライドして、もぎります</span>
      <input
        ref={slider}
        type="range"
        min={0}
        max={WHOLE}
        value={far}
        aria-valuetext={far >= TORN ? '切り取りました' : `${far}%`}
        onChange={(event) => onMove(Number(event.target.value))}
        onPointerUp={letGo}
        onKeyUp={({ key }) => {
          if (key === 'Enter' || key === 'End') letGo()
        }}
      />
    </label>
  )
}

/** The state of a torn ticket in the outbox. */
export function TornAlert({ waiting, outbox }: { waiting: OutboxItem; outbox: Outbox }) {
  if (waiting.refused !== null)
    return (
      <Alert tone="warning" role="alert">
        <b>もぎりを記録できませんでした。</b>
        <br />
        {waiting.refused}
        <br />
        <Button size="s" variant="secondary" onClick={() => void outbox.remove(waiting.id)}>
          確認しました
        </Button>
      </Alert>
    )
  return (
    <Alert role="status">
      {time(waiting.at)} にもぎりました。通信できるようになると、オーナーに記録を送ります。
    </Alert>
  )
}
