// Words of almost every question in Traditional Chinese.
import type { StopWords } from '@kippu/contract/languages';

export const stopWords: StopWords = {
  words: '',
  phrases: `
    怎麼辦 怎麼樣 怎麼 怎樣 如何 什麼 為什麼 哪裡 哪裏 哪個 多少 幾個 可以 能不能 可不可以 能否 是否 請問 我想 我要 想要 需要 應該 我們 我的 有沒有 是不是 時候 嗎 呢 吧 啊 了 的 我 你 您
  `,
  signs:
    '地得是在有把被和跟就都也还還很这這那个個能会會要想用去到给給里裡上下没沒不可以为為么麼什时時候多少几幾我你他她',
};
