import { type ChangeEvent, useRef, useState } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { keysOf } from '#contract/lib/records.ts'
import { live } from '#contract/live/calls.ts'
import { CAPTION_LANGUAGES, type CaptionLanguage } from '#contract/live/captions.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
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
  const remove = useSend(live.deleteCaption, { refresh })
  return (
    <section className={css.captions} aria-label="字幕">
      <h2>字幕</h2>
      {list.data?.map(({ language }) => {
        const label = CAPTION_LANGUAGES[language]
        return (
          <p key={language} className={css.caption}>
            <span className="grow">{label}</span>
            <IconButton
              icon="trash"
              label={`${label}の字幕を削除`}
              onClick={() =>
                remove.mutate(
                  { params: { id: eventId, language } },
                  {
                    onSuccess: () => showToast(`${label}の字幕を削除しました`),
                    onError: ({ message }) => showToast(message),
                  },
                )
              }
            />
          </p>
        )
      })}
      <AddCaption eventId={eventId} />
    </section>
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
  if (error instanceof RequestError) return error.errors?.text?.[0] ?? error.message
  return error instanceof Error ? error.message : String(error)
}
