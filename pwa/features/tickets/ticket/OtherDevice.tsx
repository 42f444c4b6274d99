import { useState } from 'react'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import css from './CodeStub.module.css'
import { MoveSheet } from './MoveSheet.tsx'
import type { DeviceBinding } from './useTicketCode.ts'

interface OtherDeviceProps {
  issued: IssuedTicket
  binding: DeviceBinding
  canAsk: boolean
}

/** The code is bound to another phone, or to this phone's browser instead of its app; explains how to rebind it. */
export function OtherDevice({ issued, binding, canAsk }: OtherDeviceProps) {
  const [asking, setAsking] = useState<'confirm' | 'proof' | null>(null)
  const { bind, busy, error } = binding
  const now = useNow()
  // A ticket in the device's store may be of the last release.
  const { moves_from: from = null, released = false } = issued
  const close = () => setAsking(null)
  const show = async () => {
    if (await bind()) setAsking('proof')
  }
  function ask() {
    if (from === null) setAsking('proof')
    else if (released) setAsking('confirm')
    // It was asked for with a proof, by this device or a third one.
    else void show()
  }
  return (
    <>
      <div className={css.elsewhere}>
        <Icon name="device" />
        <p>
          <b>ほかの端末で表示中のチケットです</b>
        </p>
        <p className={css.small}>
          コードを表示できるのは、1台だけです。ブラウザーとホーム画面のアプリは、同じスマートフォンでも別の端末として扱われます。
        </p>
        {from !== null && !released && from > now && !error && (
          <p className={css.small}>
            切り替えを申し込み済みです。{dayAndTime(from)} から、申し込んだ端末で表示できます。
          </p>
        )}
        <Button wide disabled={!canAsk} busy={busy} onClick={ask}>
          この端末で表示する
        </Button>
        {!canAsk && <p className={css.small}>切り替えるには、通信が必要です。</p>}
        {error && (
          <p className={css.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <ConfirmDialog
        open={asking === 'confirm'}
        title="この端末に切り替えますか？"
        text={
          <p>
            前の端末のコードは、すぐに使えなくなります。無料ですが、切り替えは1日に5回までです。
          </p>
        }
        confirm="切り替える"
        onConfirm={() => {
          close()
          void show()
        }}
        onClose={close}
      />
      {asking === 'proof' && <MoveSheet issued={issued} binding={binding} onClose={close} />}
    </>
  )
}
