import { useState } from 'react'
import type { Event } from '#contract/events/calls.ts'
import { type Ingest, streams } from '#contract/streams/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { copyText } from '#pwa/ui/copy.ts'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import css from './Studio.module.css'

/** The ingest address and the stream key for the encoder; the key is hidden until a press. */
export function StreamAddress({ ingest, event }: { ingest: Ingest; event: Event }) {
  const [shown, setShown] = useState(false)
  return (
    <details className={css.address} open={event.publishment_flg === 0}>
      <summary>配信ソフトの設定</summary>
      <ol className={css.how}>
        <li>OBS Studioの［設定］→［配信］で、サービスを［カスタム］にします。</li>
        <li>下のサーバーとストリームキーを貼り付けます。</li>
        <li>［出力］でキーフレーム間隔を2秒にし、［配信開始］を押します。</li>
      </ol>
      <Copyable label="サーバー" value={ingest.rtmp_url} />
      <Copyable
        label="ストリームキー"
        value={ingest.stream_key}
        hidden={!shown}
        onShow={() => setShown(!shown)}
      />
      <p className="note muted">
        キーを知っている人は誰でもこのイベントに映像を送れます。人に見せないでください。
      </p>
      <Rotate event={event} />
    </details>
  )
}

interface CopyableProps {
  label: string
  value: string
  hidden?: boolean
  onShow?: () => void
}

function Copyable({ label, value, hidden = false, onShow }: CopyableProps) {
  const copy = () =>
    copyText(
      value,
      `${label}をコピーしました`,
      `コピーできませんでした。${label}を表示して、選んでコピーしてください。`,
    )
  return (
    <div className={css.copyable}>
      <span className="note muted">{label}</span>
      <code className={css.value}>{hidden ? '•'.repeat(16) : value}</code>
      {onShow && (
        <IconButton
          icon={hidden ? 'eye' : 'hide'}
          label={hidden ? `${label}を表示` : `${label}を隠す`}
          onClick={onShow}
        />
      )}
      <IconButton icon="copy" label={`${label}をコピー`} onClick={() => void copy()} />
    </div>
  )
}

/** Replaces a stream key that may be known to others; the old one becomes invalid. */
function Rotate({ event }: { event: Event }) {
  const send = useSend(streams.rotateKey, { refresh: [streams.getIngest] })
  return (
    <ConfirmButton
      label="ストリームキーを作り直す"
      button={{ variant: 'quiet', size: 's', icon: 'refresh' }}
      title="ストリームキーを作り直しますか？"
      text="いまのキーは使えなくなり、送信中の映像は切断されます。配信ソフトに新しいキーを設定してください。"
      confirm="作り直す"
      danger
      onConfirm={() => send.mutateAsync({ params: { id: event.id } })}
    />
  )
}
