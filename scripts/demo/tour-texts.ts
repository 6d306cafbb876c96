import type { Language } from '../languages.mjs';

/** HTML; {page}, {link} and {missing} are the addresses of the tour, {menu} is the name of the item in the context menu. */
interface TourTexts {
  title: string;
  heading: string;
  lead: string;
  steps: readonly [string, string, string];
  /** What assistive technology reads for a step that is done. */
  done: string;
  /** Replaces the lead when all is done. */
  end: string;
  note: string;
  article: string;
  guide: string;
  guideText: string;
  missing: string;
  missingText: string;
}

export const tourTexts: Record<Language, TourTexts> = {
  en: {
    title: 'How to hear a skylark before you see it',
    heading: 'Three things to try',
    lead: 'This page is here to be shortened. Each step gets its tick when you have done it.',
    steps: [
      '<b>Shorten this page.</b> Click the lark in the toolbar and press Enter. Then paste the link anywhere.',
      '<b>Shorten a link.</b> Right-click <a href="{link}">the guide to the dawn chorus</a> and choose “{menu}”.',
      '<b>Visit a missing page.</b> Open <a href="{missing}">the winter journal</a>, which nobody wrote, and press Play in its corner.',
    ],
    done: 'Done',
    end: 'That is Waylark. Click the lark again for History and Settings, or close this window to stop.',
    note: 'In this demo, Waylark has access to all sites, so that music is on. In your own browser it is off until you turn it on and allow that.',
    article: `<p>Go out an hour before sunrise, stop where a field is widest, and look at nothing. The song arrives first: a thin, bright
thread that seems to come from the whole sky at once. Only when it has gone on for longer than one breath can hold do you
find the bird, a speck above its own voice.</p>
<p>It rises in circles, singing on the way in and on the way out, for two minutes, for five, once for an hour. Then it folds
its wings and drops the last few metres in silence.</p>`,
    guide: 'A guide to the dawn chorus',
    guideText: 'Robins first, then blackbirds and wrens. Skylarks do not wait for anybody.',
    missing: 'Page not found',
    missingText: 'There is no winter journal. The larks were elsewhere.',
  },
  zh_CN: {
    title: '怎样在看见云雀之前先听见它',
    heading: '试试这三件事',
    lead: '这个页面就是用来缩短的。每完成一步，都会打上对勾。',
    steps: [
      '<b>缩短此页面。</b>点击工具栏中的云雀，按回车键，然后把链接粘贴到任意位置。',
      '<b>缩短一个链接。</b>右键点击<a href="{link}">黎明合唱指南</a>，选择“{menu}”。',
      '<b>访问一个不存在的页面。</b>打开没有人写过的<a href="{missing}">冬季日志</a>，在页面角落按“播放”。',
    ],
    done: '已完成',
    end: '这就是Waylark。再次点击云雀可查看历史记录和设置，关闭此窗口即可停止。',
    note: '此演示已获准访问所有网站，因此音乐已开启。在你自己的浏览器中，音乐默认关闭，需要你打开并允许访问。',
    article: `<p>日出前一小时出门，在最开阔的田野站定，什么也不看。歌声最先到来：一缕明亮的细线，仿佛同时来自整片天空。等它久到一口气再也撑不住，你才找到那只鸟，一个悬在自己歌声之上的小点。</p>
<p>它盘旋而上，吸气时唱，呼气时也唱，两分钟，五分钟，有一次整整一小时。最后它收起翅膀，在寂静中落下最后几米。</p>`,
    guide: '黎明合唱指南',
    guideText: '先是知更鸟，然后是乌鸫和鹪鹩。云雀谁也不等。',
    missing: '找不到页面',
    missingText: '没有冬季日志。云雀去了别处。',
  },
};
