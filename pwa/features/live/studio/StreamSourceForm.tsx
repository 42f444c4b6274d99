import type { Event } from '#contract/events/calls.ts'
import { type Ingest, streams } from '#contract/streams/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from './StreamSourceForm.module.css'

/** The URL of an external stream, on a site without ingest. */
export function StreamSourceForm({ ingest, event }: { ingest: Ingest; event: Event }) {
  const { source } = ingest
  const save = useSend(streams.putSource, { refresh: [streams.getIngest] })
  const form = useForm({
    draft: { kind: 'streamSource', id: event.id },
    initial: { live_url: source?.live_url ?? '', archive_url: source?.archive_url ?? '' },
    send: ({ live_url, archive_url }) =>
      save.mutateAsync({
        params: { id: event.id },
        body: { live_url: live_url.trim(), archive_url: archive_url.trim() || null },
      }),
    onDone: () => void showToast('配信元を保存しました'),
  })
  return (
    <form className={css.form} onSubmit={(submitted) => void form.submit(submitted)} noValidate>
      {source?.problem && <Alert tone="warning">{source.problem}</Alert>}
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
