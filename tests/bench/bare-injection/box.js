const box = document.createElement('div');
box.style.cssText =
  'position: fixed; inset: auto 16px 16px auto; width: 160px; height: 40px; background: #34388a';
document.documentElement.append(box);
