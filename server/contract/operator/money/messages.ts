export const RECONCILING = '照合はすでに始まっています。終わるまでお待ちください。'
export const RECONCILING_STARTED = '照合を始めました。終わるとここに結果が出ます。'
