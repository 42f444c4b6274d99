import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { type OwnHelp, operatorHelp } from '#contract/operator/help/calls.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { site } from '#contract/site/calls.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { useLeaveWarning } from '../writing/useLeaveWarning.ts'
import { HelpEntryCard } from './HelpEntryCard.tsx'
import { HelpVersions } from './HelpVersions.tsx'
import { useHelpEntries } from './useHelpEntries.ts'

interface Problem {
  message: string | null
  errors: Record<string, string[]>
}
const NONE: Problem = { message: null, errors: {} }

/** All questions of one topic, in order. */
export function HelpEditor({ help }: { help: OwnHelp }) {
  const { current, all, busy, problem, save, restore } = useHelpEditor(help)
  useLeaveWarning(all.changed)
  return (
    <form className="stack" onSubmit={save} noValidate>
      <FormProblem>{problem.message}</FormProblem>
      {current.source === 'file' && (
        <Alert>
          はじめから入っている内容を表示しています。保存すると、ここで書いた内容が公開されます。
        </Alert>
      )}
      <ol className="stack">
        {all.rows.map((row, at) => (
          <HelpEntryCard key={row.key} row={row} at={at} all={all} errors={problem.errors} />
        ))}
      </ol>
      <Button wide variant="secondary" icon="plus" onClick={all.add}>
        質問を追加する
      </Button>
      <Button wide type="submit" busy={busy} disabled={!all.changed}>
        保存して公開する
      </Button>
      {all.changed && (
        <Button wide variant="plain" onClick={() => all.reset(current.entries)}>
          入力内容を破棄
        </Button>
      )}
      {current.source === 'operator' && (
        <ConfirmButton
          label="元に戻す"
          button={{ wide: true, variant: 'quiet', disabled: busy }}
          title="元の内容に戻しますか？"
          text="はじめから入っている質問と答えが、もう一度公開されます。いまの内容は、履歴から呼び出せます。"
          confirm="元に戻す"
          onConfirm={restore}
        />
      )}
      <HelpVersions help={current} onUse={all.reset} />
    </form>
  )
}

function useHelpEditor(help: OwnHelp) {
  const call = useCall()
  const client = useQueryClient()
  const [current, setCurrent] = useState(help)
  const all = useHelpEntries(current)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(NONE)
  const { topic, version } = current

  async function run(work: () => Promise<OwnHelp>, word: string) {
    if (busy) return
    setBusy(true)
    try {
      const saved = await work()
      setCurrent(saved)
      all.reset(saved.entries)
      setProblem(NONE)
      client.setQueryData(keyOf(operatorHelp.getHelp, { params: { topic } }), saved)
      await client.invalidateQueries({ queryKey: keyOf(site.listFaq) })
      showToast(word)
    } catch (error) {
      const errors = error instanceof RequestError ? error.errors : {}
      setProblem({ message: error instanceof Error ? error.message : RETRY_LATER, errors })
    } finally {
      setBusy(false)
    }
  }
  return {
    current,
    all,
    busy,
    problem,
    save(event: FormEvent) {
      event.preventDefault()
      const body = { entries: all.entries(), version }
      void run(() => call(operatorHelp.saveHelp, { params: { topic }, body }), '公開しました')
    },
    restore: () =>
      run(
        () => call(operatorHelp.restoreHelp, { params: { topic }, body: { version } }),
        '元に戻しました',
      ),
  }
}
