import { type FormEvent, useId, useState } from 'react'
import { tooLong } from '#contract/shared/messages.ts'
import type { Thread } from '#contract/threads/calls.ts'
import { THREAD_MAX } from '#contract/threads/posting-limits.ts'
import { tidyTitle, titleFits } from '#contract/threads/thread-text.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { Panel } from '#pwa/ui/layout/Panel.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import type { BegunThread } from './shared-thread.ts'
import { ThreadMediaView } from './ThreadMediaView.tsx'
import css from './ThreadPanel.module.css'
import type { Sending } from './thread-uploads.ts'
import { type ThreadEditor, useThreadEditor } from './useThreadEditor.ts'

interface ThreadPanelProps {
  room: string
  roomTitle: string
  /** Null for a new thread. */
  thread: Thread | null
  /** What a new thread begins with. */
  begun?: BegunThread
  onDone: (thread: Thread) => void
  onClose: () => void
}

/** The editor of a thread. */
export function ThreadPanel(props: ThreadPanelProps) {
  const { roomTitle, thread, onClose } = props
  const editor = useThreadEditor(props)
  const [asking, setAsking] = useState(false)
  const form = useId()
  const { sending, message } = editor
  const close = () => (editor.changed ? setAsking(true) : onClose())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    editor.send()
  }
  return (
    <Panel
      title={thread ? 'スレッドを編集' : '新しいスレッド'}
      onClose={close}
      asking={asking}
      action={
        <Button
          type="submit"
          form={form}
          size="s"
          busy={sending !== null}
          disabled={!editor.complete}
        >
          {thread ? '保存する' : '投稿する'}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate inert={sending !== null}>
        <Writer roomTitle={roomTitle} />
        <FormProblem>{message}</FormProblem>
        {editor.resumed && editor.changed && (
          <Alert>入力の続きを表示しています。画像・音声・動画は選び直してください。</Alert>
        )}
        <ThreadFields editor={editor} />
        <FormProblem>{editor.errorOf('event', 'database')}</FormProblem>
      </form>
      {sending && <UploadProgress of={sending} />}
      <ConfirmDialog
        open={asking}
        danger
        title={thread ? '編集中の内容を破棄しますか？' : '作成中の内容を破棄しますか？'}
        text={
          <>
            作成データは破棄されます。
            <br />
            元に戻すことはできません。
          </>
        }
        confirm="破棄する"
        onConfirm={() => {
          editor.discard()
          onClose()
        }}
        onClose={() => setAsking(false)}
      />
    </Panel>
  )
}

function ThreadFields({ editor }: { editor: ThreadEditor }) {
  const { texts } = editor
  return (
    <div className={css.fields}>
      <TextInput
        label="タイトル"
        name="title"
        require
        autoComplete="off"
        maxLength={THREAD_MAX.titleField}
        maxCount={THREAD_MAX.title}
        value={texts.title}
        onChange={(title) => editor.setTexts({ title })}
        error={titleError(texts.title) ?? editor.errorOf('title')}
      />
      <TextArea
        label="本文"
        name="text"
        require
        rows={5}
        value={texts.text}
        onChange={(text) => editor.setTexts({ text })}
        error={editor.errorOf('text')}
      />
      <Toggle
        label="はじめの部分を公開する"
        hint="参加していない方にも、本文のはじめ（60文字まで）と、写真の枚数などが表示されます"
        checked={texts.is_previewed}
        onChange={(is_previewed) => editor.setTexts({ is_previewed })}
        error={editor.errorOf('is_previewed')}
      />
      <ThreadMediaView editor={editor} />
    </div>
  )
}

/** Validated while typing: the field accepts one character more than the maximum. */
const titleError = (title: string) =>
  titleFits(tidyTitle(title)) ? undefined : tooLong('タイトル', THREAD_MAX.title)

function Writer({ roomTitle }: { roomTitle: string }) {
  const user = useUser()
  return (
    <div className={css.who}>
      <Avatar src={user?.icon_image_small_path ?? null} />
      <span>
        <b className="small">
          <Byline name={user?.display_name ?? ''} official={user?.official_flg === 1} />
        </b>
        <span className="note muted">{roomTitle}に投稿</span>
      </span>
    </div>
  )
}

const WHOLE = 100

/** The progress of uploads and conversions, and whether they wait for the network. */
function UploadProgress({ of: sending }: { of: Sending }) {
  const { label, text, percent } = progressOf(sending)
  return (
    <div className={css.bar}>
      {percent !== null && (
        <progress className={css.progress} max={WHOLE} value={percent} aria-label={label} />
      )}
      <p role="status">
        {sending.waiting && <Icon name="offline" size="s" />}
        {sending.waiting ? '接続が切れました。つながり次第、続きから再開します。' : text}
        {percent !== null && <span aria-hidden="true">{percent}%</span>}
      </p>
      {sending.converting !== undefined && (
        <p className="note muted">終わると投稿します。このまま画面を開いておいてください。</p>
      )}
    </div>
  )
}

function progressOf({ sent, total, converting }: Sending) {
  if (converting === 'queued')
    return { label: '変換', text: '変換の順番を待っています…', percent: null }
  if (converting !== undefined)
    return { label: '変換', text: '再生できる形式に変換しています…', percent: converting }
  const percent = total === 0 ? WHOLE : Math.floor((sent / total) * WHOLE)
  return percent < WHOLE
    ? { label: 'アップロード', text: 'アップロードしています…', percent }
    : { label: 'アップロード', text: '投稿しています…', percent: null }
}
