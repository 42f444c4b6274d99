import type { Event } from '#contract/events.ts'
import { type Ingest, streams } from '#contract/streams.ts'
import { useSend } from '#pwa/lib/api.ts'
import { useForm } from '#pwa/lib/form.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { focusFirstError } from '#pwa/ui/forms/focus-first-error.ts'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { showToast } from '#pwa/ui/toast.ts'
import css from './StreamSourceForm.module.css'

/** Where the stream comes from, on a site to which none is pushed. */
export function StreamSourceForm({ ingest, event }: { ingest: Ingest; event: Event }) {
  const { source } = ingest
  const save = useSend(streams.putSource, { refresh: [streams.getIngest] })
  const form = useForm({
    initial: { live_url: source?.live_url ?? '', archive_url: source?.archive_url ?? '' },
    send: ({ live_url, archive_url }) =>
      save.mutateAsync({
        params: { id: event.id },
        body: { live_url: live_url.trim(), archive_url: archive_url.trim() || null },
      }),
    onDone: () => void showToast('配信元を保存しました'),
    onRefused: focusFirstError,
  })
  return (
    <form className={css.form} onSubmit={(submitted) => void form.submit(submitted)} noValidate>
      {source?.problem && <Notice tone="warning">{source.problem}</Notice>}
      <TextInput
        label="配信のURL"
        require
        hint="配信サービスのHLS（.m3u8）のURLです。チケットをお持ちの方にも表示されません"
        inputMode="url"
        {...form.field('live_url')}
      />
      <TextInput
        label="見逃し配信のURL"
        hint="録画のHLS（.m3u8）のURLです。配信のあとでも入力できます"
        inputMode="url"
        {...form.field('archive_url')}
      />
      <FormProblem>{form.message}</FormProblem>
      <Button type="submit" busy={form.busy}>
        配信元を保存する
      </Button>
    </form>
  )
}
