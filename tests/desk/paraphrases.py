"""Sixty honest replies, written as people and models at a desk would write them: resolution, reason, next
step, cents, days, reply."""

HONEST = [
    (
        "refund", "damaged", "send_back", 4493, 9,
        "Hello, I'm sorry your kettle reached you in pieces. We are refunding you $44.93 for it. Please post "
        "it back to us. The money "
        "should be with you within 9 days."
    ),
    (
        "refund", "damaged", "nothing", 2150, 7,
        "Thanks for the photo. Since the lamp was broken when it got to you, you will get $21.50 back. You "
        "can keep it, there is no need to"
        " return anything. Expect the payment in 7 days at most."
    ),
    (
        "refund", "defective", "send_back", 8999, 12,
        "I have looked into this. The drill has a fault, so I've approved a full refund of $89.99. Once it "
        "has come back to us, it takes up"
        " to 12 days for the money to show. Kindly return the drill with the label we will email."
    ),
    (
        "refund", "defective", "nothing", 1999, 10,
        "Good news: your claim is accepted. Because the torch does not work, $19.99 goes back to you. This "
        "will take 10 days. You don't "
        "have to send the torch back."
    ),
    (
        "refund", "wrong_item", "send_back", 15640, 8,
        "We clearly sent you the wrong article, apologies. I have authorised a refund of $156.40. Within 8 "
        "days of its arrival here we pay "
        "the money out. Please send the wrong article back to us."
    ),
    (
        "refund", "wrong_item", "send_back", 3320, 11,
        "You received another item than the one you ordered, and that is our mistake. Your refund comes to "
        "$33.20. Please return what you "
        "received; the amount is paid within 11 days after that."
    ),
    (
        "refund", "not_as_described", "send_back", 7425, 9,
        "I agree that our description of the tent was misleading. You'll be refunded $74.25. All we need is "
        "the tent back. Nine days is the"
        " longest it takes: 9 days from the day we get it."
    ),
    (
        "refund", "never_arrived", "nothing", 5210, 6,
        "The carrier has lost your parcel, it never got to you. We'll give you your money back, $52.10 in "
        "total. There's nothing you have "
        "to do. It reaches your account within 6 days."
    ),
    (
        "refund", "never_arrived", "nothing", 2780, 14,
        ("I'm sorry the order did not arrive. A refund of $27.80 has been granted. No action is needed from "
         "your side. Please allow 14 days.")
    ),
    (
        "refund", "charged_twice", "nothing", 6400, 5,
        "You were indeed charged two times for this. We are returning the second payment of $64.00. You need "
        "do nothing. It should appear "
        "on your statement within 5 days."
    ),
    (
        "refund", "in_policy", "send_back", 3815, 9,
        "You are still within the return window, so we accept the return. You'll get $38.15 back after fees. "
        "Please pack the jacket and "
        "send it back. We pay within 9 days of receiving it."
    ),
    (
        "refund", "in_policy", "send_back", 12045, 13,
        "No problem at all, you may return the headphones under our policy. The refund is $120.45. Ship them "
        "to us with the return label; "
        "up to 13 days later the money is on your card."
    ),
    (
        "refund", "in_policy", "nothing", 4400, 7,
        "We have received the shoes back. As they came back in time, your refund of $44.00 is approved. You "
        "don't need to do anything else."
        " It will be paid in 7 days."
    ),
    (
        "refund", "damaged", "send_back", 990, 10,
        "Sorry about the mug! It was damaged on the way, and so you get $9.90 back from us. Just send it "
        "back when you can. Payment follows"
        " within 10 days."
    ),
    (
        "partial_refund", "missing_parts", "nothing", 1250, 9,
        "I see that some parts were missing. We offer you a partial refund of $12.50, and you keep the "
        "shelf. No need to send it back. It's"
        " paid within 9 days."
    ),
    (
        "partial_refund", "missing_parts", "nothing", 830, 8,
        "As a piece was not in the box, you will receive part of the price back, namely $8.30. Please keep "
        "the item. The money comes within"
        " 8 days."
    ),
    (
        "partial_refund", "missing_parts", "nothing", 2215, 12,
        "Your set was incomplete when it reached you. To make up for it we refund $22.15 of the price. You "
        "can hold on to the set. Allow up"
        " to 12 days for the payment."
    ),
    (
        "partial_refund", "not_as_described", "nothing", 640, 7,
        "Our description did not match the lamp. We're giving you $6.40 back as compensation, a part of what "
        "you paid. You don't have to "
        "return it. You'll see the money in 7 days."
    ),
    (
        "partial_refund", "missing_parts", "nothing", 415, 10,
        "Thank you for telling us about the missing screws. I have approved compensation of $4.15. The table "
        "stays with you. Expect it "
        "within 10 days."
    ),
    (
        "partial_refund", "dispute_accepted", "bank", 18030, 0,
        ("We accept your bank's dispute for part of the order. That comes to $180.30. The bank will pass the "
         "money on to you.")
    ),
    (
        "partial_refund", "missing_parts", "nothing", 1999, 6,
        "There were parts missing, you're right. So $19.99, a share of the price, goes back to you. Nothing "
        "has to be sent back. It takes 6"
        " days."
    ),
    (
        "exchange", "damaged", "send_back", 0, 0,
        ("The pan arrived dented, so we'll swap it for a new one. Please send the dented one back to us with "
         "our label.")
    ),
    (
        "exchange", "defective", "send_back", 0, 0,
        ("Your keyboard is faulty. I've arranged an exchange for you. Return the faulty one and we will ship "
         "the replacement.")
    ),
    (
        "exchange", "wrong_item", "send_back", 0, 0,
        ("We sent you the wrong thing. We will exchange it for the one that you ordered. Please return the "
         "item you got by mistake.")
    ),
    (
        "exchange", "in_policy", "send_back", 610, 0,
        "You may exchange the jacket for the larger size. The new one costs a little more, so there is $6.10 "
        "left for you to pay. Please "
        "send the old jacket back. You are within the exchange period."
    ),
    (
        "exchange", "in_policy", "send_back", -425, 0,
        "Your exchange is approved, since you asked in time. The new colour is cheaper: we pay you $4.25. "
        "Send the first one back to us, "
        "please."
    ),
    (
        "exchange", "never_arrived", "replacement", 0, 0,
        ("Your parcel was lost by the carrier. We are sending you a replacement free of charge. It will be "
         "shipped to the same address.")
    ),
    (
        "exchange", "damaged", "replacement", 0, 0,
        ("The glass got broken in transit. You'll receive a replacement from us. The new one is on its way, "
         "and you can keep the broken one.")
    ),
    (
        "exchange", "in_policy", "send_back", 0, 0,
        "Swapping the shoes for size 42 is fine under our exchange policy. We'll exchange them as soon as we "
        "have the old pair. Please send"
        " it back."
    ),
    (
        "store_credit", "in_policy", "send_back", 3390, 9,
        "You can return the blanket, and you'll get store credit for it as our policy says. The credit is "
        "$33.90. Please send the blanket "
        "back. It's added to your account within 9 days."
    ),
    (
        "store_credit", "in_policy", "send_back", 7120, 11,
        "The return is accepted. We will credit $71.20 to your account with us. As the item was on "
        "clearance, our rules allow store credit "
        "only. Send it back and it takes up to 11 days."
    ),
    (
        "store_credit", "damaged", "send_back", 2245, 8,
        "Sorry that it arrived broken. As you wished, you'll have $22.45 in store credit. Please return it "
        "to us. Within 8 days the credit "
        "is yours."
    ),
    (
        "store_credit", "wrong_item", "send_back", 5050, 10,
        "That was the wrong item, sorry. I've issued store credit of $50.50. Please mail the wrong item "
        "back. The credit is booked within "
        "10 days of its arrival."
    ),
    (
        "store_credit", "in_policy", "nothing", 1875, 7,
        "The bag is back with us and within the return window. We've approved store credit worth $18.75. "
        "There is nothing more for you to "
        "do. You can spend it in 7 days."
    ),
    (
        "store_credit", "defective", "send_back", 9310, 12,
        "Your vacuum has a defect. You get a voucher for our shop: store credit of $93.10. Please ship the "
        "vacuum back. It will be there "
        "within 12 days."
    ),
    (
        "store_credit", "charged_twice", "nothing", 4105, 6,
        "You paid twice, I can see that. We give you the second payment, $41.05, as store credit. No need to "
        "do anything. It arrives within"
        " 6 days."
    ),
    (
        "store_credit", "in_policy", "send_back", 2640, 9,
        "Returning it is okay with us. In line with our policy the refund is paid as store credit: $26.40. "
        "Post the item back to us. You'll"
        " have it in 9 days."
    ),
    (
        "deny", "window", "object", 0, 0,
        ("I'm afraid we cannot take the coat back. The return period has ended. If you think that is wrong, "
         "please write to us.")
    ),
    (
        "deny", "window", "object", 0, 0,
        "Unfortunately your return is too late: the window for returns has closed. We have to decline the "
        "request. Should you disagree, "
        "just reply to this message."
    ),
    (
        "deny", "reported_late", "object", 0, 0,
        ("We are unable to refund the clock. The damage was reported too late. You may contact us again if "
         "you have other information.")
    ),
    (
        "deny", "reported_late", "object", 0, 0,
        "Your claim is rejected, sorry. You told us about the fault after the reporting time was over. Feel "
        "free to get back to us with any"
        " objections."
    ),
    (
        "deny", "not_returnable", "object", 0, 0,
        ("This is a final sale item, so it cannot be returned. We can't offer you a refund. Please let us "
         "know if you see it differently.")
    ),
    (
        "deny", "not_returnable", "object", 0, 0,
        "Used items are excluded from returns under our policy. For that reason we must turn down your "
        "request. You can reply to this mail "
        "if you don't agree."
    ),
    (
        "deny", "arrived", "object", 0, 0,
        "According to the carrier the parcel was delivered and signed for. That is why we can't refund it. "
        "If that is not right, please "
        "answer this message."
    ),
    (
        "deny", "arrived", "object", 0, 0,
        "The tracking shows that your order was delivered. We will not be able to pay you back. Write to us "
        "if you have evidence to the "
        "contrary."
    ),
    (
        "deny", "charged_once", "object", 0, 0,
        "We checked the payment record, and you were charged only once. There will be no refund. If you have "
        "a statement that shows "
        "otherwise, please send it to us."
    ),
    (
        "deny", "not_shown", "object", 0, 0,
        "Our records do not show the fault that you describe. Therefore your claim is declined. You are "
        "welcome to write to us if you "
        "disagree."
    ),
    (
        "deny", "dispute_contested", "object", 0, 0,
        "We contest the dispute that your bank has opened, since our records support the charge. We do not "
        "refund the amount. If you "
        "disagree, reply to us."
    ),
    (
        "escalate", "limit", "colleague", 0, 0,
        ("The amount is above what I may decide on my own. I have passed your case on to a supervisor. They "
         "will get in touch with you.")
    ),
    (
        "escalate", "limit", "colleague", 0, 0,
        ("I've escalated your ticket, because a refund this large needs approval by my supervisor. A "
         "colleague will contact you soon.")
    ),
    (
        "escalate", "review", "colleague", 0, 0,
        ("Your request needs a closer look by a specialist team. I am forwarding it to them. You will hear "
         "from one of my colleagues.")
    ),
    (
        "escalate", "review", "colleague", 0, 0,
        ("We have handed your case over to a senior colleague. It has to be reviewed before we can decide. "
         "They'll be in touch with you.")
    ),
    (
        "escalate", "review", "colleague", 0, 0,
        "This ticket has been escalated. There are some details that must be checked first. Someone from the "
        "team will write to you "
        "shortly."
    ),
    (
        "escalate", "limit", "colleague", 0, 0,
        "I am not allowed to approve a sum of this size myself, so the case goes to a supervisor for a "
        "decision. My colleague will come "
        "back to you."
    ),
    (
        "request_info", "photo", "photo", 0, 0,
        ("Before we can decide we need some more information. There is no photo of the damage yet. Could you "
         "please send us a photo?")
    ),
    (
        "request_info", "photo", "photo", 0, 0,
        "Thanks for your message. To go on with your claim I need a picture from you, as our policy asks for "
        "a photo as proof. Please reply"
        " with a picture of the item."
    ),
    (
        "request_info", "identity", "identity", 0, 0,
        "We need one more thing from you before we can go on. For security we have to verify your identity. "
        "Please send us a proof of "
        "identity."
    ),
    (
        "request_info", "identity", "identity", 0, 0,
        ("Your claim is on hold until we know more. We must confirm who you are first. Please reply with a "
         "copy of your ID.")
    ),
    (
        "request_info", "in_transit", "in_transit", 0, 0,
        "The parcel is still on its way according to the carrier. We need to wait before we can decide. "
        "Please let us know if it has not "
        "come in a few days."
    ),
    (
        "request_info", "evidence", "evidence", 0, 0,
        "We cannot settle the dispute yet and need more information from you. The evidence that we need is "
        "not on file. Please send us the "
        "documents."
    ),
]  # fmt: skip
