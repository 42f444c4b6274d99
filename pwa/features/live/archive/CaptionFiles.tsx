import { type ChangeEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { RequestError } from '#contract/http/caller.ts'
import { keysOf } from '#contract/lib/records.ts'
import { live } from '#contract/live/calls.ts'
import { CAPTION_LANGUAGES, type CaptionLanguage } from '#contract/live/captions.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from './ArchiveParts.module.css'

const refresh = [live.listCaptions, live.getCaption]
const LANGUAGES = keysOf(CAPTION_LANGUAGES).map((value) => ({
  value,
  label: CAPTION_LANGUAGES[value],
}))

/** For hosts: the captions of an archive, a WebVTT file for each language. */
export function CaptionFiles({ eventId }: { eventId: string }) {
  const list = useLoad(live.listCaptions, { params: { id: eventId } })
  const [deleting, setDeleting] = useState<CaptionLanguage | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className={css.captions} aria-label="字幕">
      <h2 ref={heading} tabIndex={-1}>
        字幕
      </h2>
      <Loaded of={list} skeleton={<SkeletonRows count={1} />}>
        {(captions) =>
          captions.length === 0 ? (
            <p className="muted">まだ字幕はありません。</p>
          ) : (
            captions.map(({ language }) => (
              <p key={language} className={css.caption}>
                <span className="grow">{CAPTION_LANGUAGES[language]}</span>
                <IconButton
                  icon="trash"
                  label={`${CAPTION_LANGUAGES[language]}の字幕を削除`}
                  onClick={() => setDeleting(language)}
                />
              </p>
            ))
          )
        }
      </Loaded>
      {deleting && (
        <RemoveCaption
          eventId={eventId}
          language={deleting}
          onRemoved={() => {
            flushSync(() => setDeleting(null))
            heading.current?.focus() // The pressed button is gone.
          }}
          onClose={() => setDeleting(null)}
        />
      )}
      <AddCaption eventId={eventId} />
    </section>
  )
}

interface RemoveCaptionProps {
  eventId: string
  language: CaptionLanguage
  onRemoved: () => void
  onClose: () => void
}

function RemoveCaption({ eventId, language, onRemoved, onClose }: RemoveCaptionProps) {
  const remove = useSend(live.deleteCaption, { refresh })
  const label = CAPTION_LANGUAGES[language]
  return (
    <ConfirmDialog
      open
      title={`${label}の字幕を削除しますか？`}
      text="見逃し配信に表示されなくなります。もう一度登録するには、字幕ファイルが必要です。"
      confirm="削除する"
      danger
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: eventId, language } })
        showToast(`${label}の字幕を削除しました`)
        onRemoved()
      }}
      onClose={onClose}
    />
  )
}

function AddCaption({ eventId }: { eventId: string }) {
  const [language, setLanguage] = useState<CaptionLanguage>('ja')
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const put = useSend(live.putCaption, { refresh })
  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    target.value = '' // The same file can be chosen again.
    if (!file) return
    setProblem(null)
    try {
      const body = new Blob([file], { type: 'application/octet-stream' })
      await put.mutateAsync({ params: { id: eventId, language }, body })
      showToast(`${CAPTION_LANGUAGES[language]}の字幕を登録しました`)
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  return (
    <>
      <Select
        label="言語"
        hint="WebVTT形式（.vtt）のファイルを、言語ごとに登録できます。同じ言語のものは置き換わります"
        require
        value={language}
        onChange={setLanguage}
        options={LANGUAGES}
      />
      <Button
        variant="secondary"
        size="s"
        icon="upload"
        busy={put.isPending}
        onClick={() => input.current?.click()}
      >
        字幕ファイルを選ぶ
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".vtt,text/vtt"
        aria-label="字幕ファイル"
        onChange={(event) => void send(event)}
      />
      {problem && (
        <Alert tone="warning" role="alert">
          {problem}
        </Alert>
      )}
    </>
  )
}

function problemOf(error: unknown): string {
  if (error instanceof RequestError) return error.errors?.caption?.[0] ?? error.message
  return error instanceof Error ? error.message : String(error)
}
