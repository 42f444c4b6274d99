import { EMAIL_LINK_S, RESET_LINK_S, SIGN_UP_LINK_S } from '#contract/auth/limits.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { AccountEmail } from '#server/ports/mail.ts'
import type { CopyTable } from './copy.ts'
import { formatMoment } from './moment.ts'

const HOUR_S = 60 * 60
const UNASKED = 'お心当たりのない場合は、このメールを破棄してください。何も変更されません。'

const settings = (siteUrl: string) => ({
  label: '連携の設定を見る',
  url: `${siteUrl}/account/setting/account_config`,
})

/** Copy of emails about account access. */
export const ACCOUNT_COPY: CopyTable<AccountEmail['letter']> = {
  signUp: (email) => ({
    subject: `【${SITE_TITLE}】メールアドレスの確認`,
    paragraphs: [
      `${SITE_TITLE}にご登録いただき、ありがとうございます。`,
      ...(email.by
        ? [`${email.by}のアカウントでログインする登録です。パスワードはあとから設定できます。`]
        : []),
      email.name
        ? `ユーザー名「@${email.name}」の登録を完了するには、下のリンクを開いて、画面の「登録を完了する」を押してください。`
        : '下のリンクを開いて、お名前とパスワードを決めると、登録が完了します。ご覧になっていたページに戻ります。',
    ],
    button: { label: '登録を完了する', url: email.url },
    notes: [
      `リンクの有効期限は${SIGN_UP_LINK_S / HOUR_S}時間です（1回のみ有効）。`,
      'ご自身で登録した覚えのない場合は、リンクを開かずに、このメールを破棄してください。',
    ],
  }),
  alreadyRegistered: (_, siteUrl) => ({
    subject: `【${SITE_TITLE}】このメールアドレスは登録済みです`,
    paragraphs: [
      'このメールアドレスで新しい登録の申し込みがありましたが、すでにご登録いただいています。',
      'ログインしてご利用ください。パスワードをお忘れの場合は、ログイン画面から再設定できます。',
    ],
    button: { label: 'ログインする', url: `${siteUrl}/login` },
    notes: [UNASKED],
  }),
  resetPassword: (email) => ({
    subject: `【${SITE_TITLE}】パスワードの再設定`,
    paragraphs: [
      'パスワード再設定のお申し込みを受け付けました。',
      '下のリンクを開いて、新しいパスワードを設定してください。',
    ],
    button: { label: '新しいパスワードを設定する', url: email.url },
    notes: [`リンクの有効期限は${RESET_LINK_S / HOUR_S}時間です（1回のみ有効）。`, UNASKED],
  }),
  passwordChanged: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】パスワードを変更しました`,
    paragraphs: [
      `${formatMoment(email.at)}に、パスワードが変更されました。`,
      email.stays
        ? '安全のため、変更した端末のほかは、すべてログアウトしました。'
        : '安全のため、すべての端末からログアウトしました。新しいパスワードでログインしてください。',
    ],
    button: { label: 'ログインする', url: `${siteUrl}/login` },
    notes: [
      `変更した覚えのない場合は、すぐにパスワードを再設定してください。\n${siteUrl}/reset_password`,
    ],
  }),
  changeEmail: (email) => ({
    subject: `【${SITE_TITLE}】新しいメールアドレスの確認`,
    paragraphs: [
      'メールアドレス変更のお申し込みを受け付けました。',
      '下のリンクを開くと、ログインとお知らせに使うメールアドレスが、このアドレスに変わります。',
    ],
    button: { label: 'このアドレスに変更する', url: email.url },
    notes: [`リンクの有効期限は${EMAIL_LINK_S / HOUR_S}時間です（1回のみ有効）。`, UNASKED],
  }),
  emailTaken: (_, siteUrl) => ({
    subject: `【${SITE_TITLE}】このメールアドレスは登録済みです`,
    paragraphs: [
      '別のアカウントのメールアドレスを、このアドレスに変更するお申し込みがありました。',
      'このアドレスはすでにご登録いただいているため、変更は行われません。',
    ],
    button: { label: 'ログインする', url: `${siteUrl}/login` },
    notes: [UNASKED],
  }),
  emailChangeAsked: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】メールアドレス変更のお申し込み`,
    paragraphs: [
      `${formatMoment(email.at)}に、メールアドレスを変更するお申し込みがありました。`,
      '新しいアドレスに届いたリンクが開かれると、変更されます。',
    ],
    button: { label: 'パスワードを再設定する', url: `${siteUrl}/reset_password` },
    notes: [
      'ご自身のお申し込みであれば、このメールへのお手続きは必要ありません。',
      'お心当たりのない場合は、すぐにパスワードを再設定してください。変更のお申し込みは取り消されます。',
    ],
  }),
  newDevice: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】新しい端末からのログイン`,
    paragraphs: [
      `${formatMoment(email.at)}に、これまで使われていない端末からログインがありました。`,
      `端末：${email.device}`,
    ],
    button: { label: 'ログインしている端末を見る', url: `${siteUrl}/account/setting/password` },
    notes: [
      'ご自身のログインであれば、お手続きは必要ありません。',
      `お心当たりのない場合は、すぐにパスワードを再設定してください。すべての端末からログアウトします。\n${siteUrl}/reset_password`,
    ],
  }),
  passkeyAdded: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】パスキーを追加しました`,
    paragraphs: [
      `${formatMoment(email.at)}に、パスキー「${email.name}」が追加されました。`,
      'これからは、その端末の指紋や顔認証、画面ロックでログインできます。',
    ],
    button: { label: 'パスキーを確認する', url: `${siteUrl}/account/setting/password` },
    notes: [
      `追加した覚えのない場合は、そのパスキーを削除し、すぐにパスワードを再設定してください。\n${siteUrl}/reset_password`,
    ],
  }),
  passkeyRemoved: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】パスキーを削除しました`,
    paragraphs: [
      `${formatMoment(email.at)}に、パスキー「${email.name}」が削除されました。`,
      'そのパスキーでは、もうログインできません。',
    ],
    button: { label: 'パスキーを確認する', url: `${siteUrl}/account/setting/password` },
    notes: [
      `削除した覚えのない場合は、すぐにパスワードを再設定してください。\n${siteUrl}/reset_password`,
    ],
  }),
  passkeyCopied: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】不審なパスキーでのログインを止めました`,
    paragraphs: [
      `${formatMoment(email.at)}に、パスキー「${email.name}」でのログインがありましたが、止めました。`,
      '同じパスキーが、ほかの端末に複製されているおそれがあります。',
    ],
    button: { label: 'パスキーを削除する', url: `${siteUrl}/account/setting/password` },
    notes: ['このパスキーを削除し、新しく登録し直してください。'],
  }),
  left: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】退会の手続きが完了しました`,
    paragraphs: [
      `${formatMoment(email.at)}に、退会の手続きが完了しました。これまでご利用いただき、ありがとうございました。`,
      '登録していた内容と投稿は削除しました。お支払いの記録は、法令で定められた期間、お名前やメールアドレスのない形で保管します。',
    ],
    button: { label: `${SITE_TITLE}を開く`, url: siteUrl },
    notes: [
      `退会した覚えのない場合は、すぐに運営者へご連絡ください。\n${siteUrl}/legal`,
      'これからは、このアドレスにメールをお送りすることはありません。',
    ],
  }),
  emailChanged: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】メールアドレスを変更しました`,
    paragraphs: [
      `${formatMoment(email.at)}に、メールアドレスが変更されました。`,
      'これからは、新しいアドレスでログインしてください。このアドレスへのお知らせは届かなくなります。',
    ],
    button: { label: '運営者の連絡先を見る', url: `${siteUrl}/legal` },
    notes: ['変更した覚えのない場合は、すぐに運営者へご連絡ください。'],
  }),
  identityLinked: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】${email.with}と連携しました`,
    paragraphs: [
      `${formatMoment(email.at)}に、${email.with}のアカウントが連携されました。`,
      `これからは、${email.with}でもログインできます。`,
    ],
    button: settings(siteUrl),
    notes: [
      `連携した覚えのない場合は、すぐに連携を解除し、パスワードを再設定してください。\n${siteUrl}/reset_password`,
    ],
  }),
  identityUnlinked: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】${email.with}との連携を解除しました`,
    paragraphs: [
      `${formatMoment(email.at)}に、${email.with}のアカウントとの連携が解除されました。`,
      'これからは、メールアドレスとパスワードでログインしてください。',
    ],
    button: settings(siteUrl),
    notes: [
      `解除した覚えのない場合は、すぐにパスワードを再設定してください。\n${siteUrl}/reset_password`,
    ],
  }),
  nameChanged: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】ユーザー名を変更しました`,
    paragraphs: [
      `${formatMoment(email.at)}に、ユーザー名が「@${email.from}」から「@${email.to_name}」に変わりました。`,
      'これまでのURLは、新しいURLに転送されます。これまでのユーザー名を、ほかの方が使うことはありません。',
    ],
    button: { label: '新しいページを見る', url: `${siteUrl}/${email.to_name}` },
    notes: [
      `変更した覚えのない場合は、すぐにパスワードを再設定してください。\n${siteUrl}/reset_password`,
    ],
  }),
}
