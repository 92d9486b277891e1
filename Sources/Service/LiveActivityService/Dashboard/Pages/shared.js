"use strict";
// The page of a shared link: one activity as the customer sees it, in the customer's language.
(() => {
  const messages = {
    en: ["Reconnecting…", "This activity has ended.", "This link is no longer valid."],
    ar: ["جارٍ إعادة الاتصال…", "انتهى هذا النشاط.", "لم يعد هذا الرابط صالحًا."],
    de: ["Verbindung wird wiederhergestellt …", "Diese Aktivität ist beendet.", "Dieser Link ist nicht mehr gültig."],
    es: ["Reconectando…", "Esta actividad ha terminado.", "Este enlace ya no es válido."],
    fr: ["Reconnexion…", "Cette activité est terminée.", "Ce lien n’est plus valide."],
    he: ["מתחבר מחדש…", "הפעילות הזו הסתיימה.", "הקישור הזה כבר אינו תקף."],
    ja: ["再接続しています…", "このアクティビティは終了しました。", "このリンクは無効になりました。"],
    ko: ["다시 연결하는 중…", "이 활동이 종료되었습니다.", "이 링크는 더 이상 유효하지 않습니다."],
    pt: ["Reconectando…", "Esta atividade terminou.", "Este link não é mais válido."],
    zh: ["正在重新连接…", "此活动已结束。", "此链接已失效。"],
  };
  const query = new URLSearchParams(location.search);
  // A language that the browser does not know, such as `foo bar`, is ignored: the service would refuse the pictures.
  const known = (text) => { try { return Intl.getCanonicalLocales(text.replaceAll("_", "-"))[0]; } catch { return ""; } };
  const language = known(query.get("language") || "") || navigator.language || "en";
  const [connecting, over, invalid] = messages[Object.hasOwn(messages, language.split("-")[0]) ? language.split("-")[0] : "en"];
  document.documentElement.lang = language;
  document.documentElement.dir = ["ar", "he", "fa", "ur"].includes(language.split("-")[0]) ? "rtl" : "ltr";

  const element = document.getElementById("activity"), message = document.getElementById("message");
  let isOver = false;
  const say = (text) => { if (message.textContent !== text) message.textContent = text; };

  // After `reset` and `change` the link shows whether its activity is over; an error is final.
  const show = (state) => {
    isOver = state === undefined || state === "ended" || state === "dismissed";
    say(isOver ? over : "");
  };
  element.addEventListener("live-activity-reset", ({ detail }) => show(detail.activities[0]?.state));
  element.addEventListener("live-activity-change", ({ detail }) => show(detail.state));
  element.addEventListener("live-activity-error", ({ detail }) => {
    if (detail.code === "unknownActivity") show();
    if (["revoked", "expired", "unauthorized", "otherOwner", "badSource"].includes(detail.code)) { isOver = true; say(invalid); }
  });
  new MutationObserver(() => { if (!isOver) say(element.hasAttribute("offline") ? connecting : ""); })
    .observe(element, { attributes: true, attributeFilter: ["offline"] });

  element.toggleAttribute("actions", query.get("actions") === "true");
  element.setAttribute("language", language);
  element.setAttribute("src", `/v1/activities/${encodeURIComponent(query.get("activity") || "")}?access_token=${encodeURIComponent(query.get("access_token") || "")}`);
})();
