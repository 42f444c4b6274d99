import { live, type TalkSetting } from '#contract/live/calls.ts'
import { NG_WORDS_MAX } from '#contract/live/limits.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { useFormDraft } from '#pwa/lib/forms/useFormDraft.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { Dialog } from '#pwa/ui/overlay/Dialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from './TalkSettings.module.css'

interface TalkSettingsProps {
  eventId: string
  onClose: () => void
}

/** The moderation settings of a talk, for hosts. */
export function TalkSettings({ eventId, onClose }: TalkSettingsProps) {
  const setting = useLoad(live.getTalkSetting, { params: { id: eventId } })
  return (
    <Dialog open title="トークの設定" onClose={onClose}>
      <Loaded of={setting} skeleton={<SkeletonRows count={3} />}>
        {(loaded) => <SettingForm eventId={eventId} setting={loaded} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

const PACES = [
  { value: '0', label: 'なし' },
  ...[5, 10, 30, 60, 300].map((seconds) => ({
    value: `${seconds}`,
    label: seconds < 60 ? `${seconds}秒に1回まで` : `${seconds / 60}分に1回まで`,
  })),
]
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function SettingForm({ eventId, setting, onClose }: TalkSettingsProps & { setting: TalkSetting }) {
  const { values, setValues, drop } = useFormDraft(
    { kind: 'talkSetting', id: eventId },
    { pace: `${setting.slow_seconds}`, bannedWords: setting.ng_words.join('\n') },
  )
  const { pace, bannedWords } = values
  const save = useSend(live.putTalkSetting, { refresh: [live.getTalkSetting] })
  const known = PACES.some(({ value }) => value === pace)
  const submit = () =>
    save.mutate(
      {
        params: { id: eventId },
        body: { slow_seconds: Number(pace), ng_words: linesOf(bannedWords) },
      },
      {
        onSuccess: () => {
          drop()
          showToast('トークの設定を保存しました')
          onClose()
        },
      },
    )
  return (
    <div className={css.setting}>
      <Select
        label="スローモード"
        hint="参加者が続けて送れる間隔です"
        require
        value={pace}
        onChange={(next) => setValues({ ...values, pace: next })}
        options={known ? PACES : [...PACES, { value: pace, label: `${pace}秒に1回まで` }]}
      />
      <TextArea
        label="NGワード"
        hint={`1行に1つ、${NG_WORDS_MAX}個まで。全角・半角、かな・カナの違いや間の記号は区別しません`}
        rows={4}
        value={bannedWords}
        onChange={(next) => setValues({ ...values, bannedWords: next })}
        error={save.error?.message}
      />
      <Button busy={save.isPending} onClick={submit}>
        保存する
      </Button>
      <Banned eventId={eventId} />
      <Button variant="quiet" onClick={onClose}>
        閉じる
      </Button>
    </div>
  )
}

/** The banned viewers, with a button to lift each ban. */
function Banned({ eventId }: { eventId: string }) {
  const banned = useLoad(live.listBanned, { params: { id: eventId } })
  const lift = useSend(live.unbanFromTalk, { refresh: [live.listBanned] })
  if (!banned.data || banned.data.length === 0) return null
  return (
    <section aria-label="退場中の人">
      <h3 className="small">退場中の人</h3>
      <ul>
        {banned.data.map(({ name, display_name, icon_image_small_path }) => (
          <li key={name} className="row">
            <Avatar src={icon_image_small_path} size="s" />
            <span className="grow clip1">{display_name}</span>
            <Button
              variant="quiet"
              size="s"
              busy={lift.isPending && lift.variables.body.name === name}
              onClick={() =>
                lift.mutate(
                  { params: { id: eventId }, body: { name } },
                  { onError: ({ message }) => showToast(message) },
                )
              }
            >
              解除
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
